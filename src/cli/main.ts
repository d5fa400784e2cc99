import { Command } from 'commander';
import { toWaggleError } from '../core/errors.js';
import { PRODUCT_VERSION } from '../core/productVersion.js';
import { EXIT } from './exit.js';

/** Runs an action and makes its result the exit code; what it throws is told in one line. */
function exitingWith(action: () => Promise<number>): () => Promise<void> {
  return async () => {
    try {
      process.exitCode = await action();
    } catch (thrown) {
      const error = toWaggleError(thrown);
      process.stderr.write(`waggle: ${error.message}\n`);
      process.exitCode = error.code === 'port-busy' || error.code === 'other-data-dir' ? EXIT.config : EXIT.software;
    }
  };
}

/** A count as an option gives it; what is none counts as 20. */
function countOf(text: string): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, 1000) : 20;
}

const program = new Command('waggle')
  .description('One agent, every chat.')
  .version(PRODUCT_VERSION)
  .showHelpAfterError();

program
  .command('start', { isDefault: true })
  .description('run the gateway; on a terminal also chat with it')
  .action(exitingWith(async () => (await import('./start.js')).start()));

program
  .command('chat')
  .description('chat with the running gateway, or start one')
  .option('-c, --conversation <name>', 'which conversation to go on with', 'terminal')
  .action((options: { conversation: string }) =>
    exitingWith(async () => (await import('./chat.js')).chat(options.conversation))(),
  );

program
  .command('pair')
  .argument('<code>', 'the code that the person was shown')
  .option('-r, --role <role>', 'owner, admin, member or guest (default: owner for the first person, else member)')
  .description('let the person behind a pairing code in')
  .action((code: string, options: { role?: string }) =>
    exitingWith(async () => (await import('./pair.js')).pair(code, options.role))(),
  );

program
  .command('trace')
  .argument('<turn>', 'a turn\'s id, or its first 8 characters (the "ref" in an error)')
  .description('show what a turn did, when, and what it cost')
  .action((turn: string) => exitingWith(async () => (await import('./trace.js')).trace(turn))());

program
  .command('manifest')
  .argument('<platform>', 'slack')
  .option('-u, --url <url>', 'public https address of this gateway, for signed HTTP instead of Socket Mode')
  .description('print the app manifest to paste at api.slack.com/apps')
  .action((platform: string, options: { url?: string }) =>
    exitingWith(async () => (await import('./manifest.js')).manifest(platform, options.url))(),
  );

const personas = program.command('personas').description('who can answer');
personas
  .command('ls', { isDefault: true })
  .description('list the personas')
  .action(exitingWith(async () => (await import('./personas.js')).listPersonas()));
personas
  .command('show')
  .argument('<name>', 'id of a persona')
  .description('show a persona with its prompt')
  .action((name: string) => exitingWith(async () => (await import('./personas.js')).showPersona(name))());
personas
  .command('new')
  .argument('<id>', 'lower-case letters and digits, with hyphens between words')
  .option('-n, --name <name>', 'what people call it')
  .description('make the file of a persona of your own')
  .action((id: string, options: { name?: string }) =>
    exitingWith(async () => (await import('./personas.js')).newPersona(id, options.name))(),
  );
personas
  .command('check')
  .argument('[files...]', 'files (default: all that there are)')
  .description('say what is wrong with personas')
  .action((files: string[]) => exitingWith(async () => (await import('./personas.js')).checkPersonas(files))());

const skills = program.command('skills').description('the skills that there are');
skills
  .command('ls', { isDefault: true })
  .description('list the skills that everybody can use')
  .action(exitingWith(async () => (await import('./skills.js')).listSkills()));
skills
  .command('show')
  .argument('<name>', 'name of a skill')
  .description('show a skill')
  .action((name: string) => exitingWith(async () => (await import('./skills.js')).showSkill(name))());
skills
  .command('import')
  .argument('<path>', 'a SKILL.md, or a folder with one')
  .description('give a skill to everybody who uses this gateway')
  .action((path: string) => exitingWith(async () => (await import('./skills.js')).importSkill(path))());
skills
  .command('check')
  .argument('[paths...]', 'files or folders (default: all skills there are)')
  .description('say what is wrong with skills')
  .action((paths: string[]) => exitingWith(async () => (await import('./skills.js')).checkSkills(paths))());

const memory = program.command('memory').description('what is remembered, of whom');
const limitOption = ['-l, --limit <count>', 'how many at most', '20'] as const;
memory
  .command('ls', { isDefault: true })
  .description('list the minds: of people and of workspaces')
  .action(exitingWith(async () => (await import('./memory.js')).listMinds()));
memory
  .command('show')
  .argument('<mind>', 'its name, or a part that no other has')
  .option(...limitOption)
  .description('the newest memories')
  .action((mind: string, options: { limit: string }) =>
    exitingWith(async () => (await import('./memory.js')).showMemories(mind, countOf(options.limit)))(),
  );
memory
  .command('search')
  .argument('<mind>', 'its name, or a part that no other has')
  .argument('<words...>', 'what to look for')
  .option(...limitOption)
  .description('look for memories')
  .action((mind: string, words: string[], options: { limit: string }) =>
    exitingWith(async () => (await import('./memory.js')).searchMemories(mind, words, countOf(options.limit)))(),
  );
memory
  .command('forget')
  .argument('<mind>', 'its name, or a part that no other has')
  .argument('<ids...>', 'numbers of memories')
  .option('-u, --undo', 'bring them back, within 90 days', false)
  .description('have memories forgotten')
  .action((mind: string, ids: string[], options: { undo: boolean }) =>
    exitingWith(async () => (await import('./memory.js')).forgetMemories(mind, ids, options.undo))(),
  );
memory
  .command('export')
  .argument('<mind>', 'its name, or a part that no other has')
  .argument('[file]', 'where to write it (default: to the terminal)')
  .description('write all memories of a mind as JSON')
  .action((mind: string, file: string | undefined) =>
    exitingWith(async () => (await import('./memory.js')).exportMemories(mind, file))(),
  );
memory
  .command('import')
  .argument('<file>', 'what "waggle memory export" or /export wrote')
  .requiredOption('-i, --into <mind>', 'person/PLATFORM:ACCOUNT:USER or workspace/PLATFORM:ACCOUNT:CHAT')
  .description('save exported memories into a mind')
  .action((file: string, options: { into: string }) =>
    exitingWith(async () => (await import('./memory.js')).importMemories(file, options.into))(),
  );
memory
  .command('stats')
  .argument('<mind>', 'its name, or a part that no other has')
  .description('counts and size of a mind')
  .action((mind: string) => exitingWith(async () => (await import('./memory.js')).showStats(mind))());

const access = program.command('access').description('who may do what, and who decided it');
access
  .command('ls', { isDefault: true })
  .description('list who and which chats are let in, who is shut out, and who waits')
  .action(exitingWith(async () => (await import('./access.js')).listAccess()));
access
  .command('show')
  .argument('<identity>', 'telegram:7, slack:T1/U1, or what /whoami shows')
  .description('what somebody may, why, and what was decided about them')
  .action((identity: string) => exitingWith(async () => (await import('./access.js')).showAccess(identity))());
access
  .command('grant')
  .argument('<identity>', 'telegram:7, slack:T1/U1, or what /whoami shows')
  .argument('<role>', 'owner, admin, member or guest')
  .description('give somebody a role; it holds from their next message on')
  .action((identity: string, role: string) =>
    exitingWith(async () => (await import('./access.js')).grantRole(identity, role))(),
  );
access
  .command('revoke')
  .argument('<identity>', 'a person, or a chat or server as "waggle access ls" names it')
  .description('take away what was granted')
  .action((identity: string) => exitingWith(async () => (await import('./access.js')).revokeRole(identity))());
access
  .command('block')
  .argument('<identity>', 'telegram:7, slack:T1/U1, or what /whoami shows')
  .description('shut somebody out, whatever chat they write in')
  .action((identity: string) => exitingWith(async () => (await import('./access.js')).blockPerson(identity))());
access
  .command('log')
  .option('-n, --last <count>', 'how many at most', '20')
  .option('-j, --json', 'one JSON object a line', false)
  .option('-i, --identity <identity>', 'only what this person did or what was decided about them (telegram:42:7)')
  .description('the newest decisions on access; they are kept for 90 days')
  .action((options: { last: string; json: boolean; identity?: string }) =>
    exitingWith(async () =>
      (await import('./accessLog.js')).showAccessLog({ ...options, last: countOf(options.last) }),
    )(),
  );

const policy = access.command('policy').description('which tools may be used in a chat, by whom');
policy
  .command('ls', { isDefault: true })
  .argument('[chat]', 'telegram:-100123, slack:T1/C1, or as "waggle access log" shows chats')
  .description('list what was set for chats')
  .action((chat: string | undefined) =>
    exitingWith(async () => (await import('./accessPolicy.js')).listPolicy(chat))(),
  );
policy
  .command('set')
  .argument('<chat>', 'telegram:-100123, slack:T1/C1, or as "waggle access log" shows chats')
  .argument('<role>', 'owner, admin, member or guest')
  .argument('<what>', 'tool:NAME, risk:low or risk:high; what is said of a tool counts before its risk')
  .argument('<decision>', 'allow, ask (an owner or admin has to approve) or deny')
  .description('say what holds in a chat for a role, from the next call on')
  .action((chat: string, role: string, what: string, decision: string) =>
    exitingWith(async () => (await import('./accessPolicy.js')).setPolicy(chat, role, what, decision))(),
  );
policy
  .command('clear')
  .argument('<chat>', 'telegram:-100123, slack:T1/C1, or as "waggle access log" shows chats')
  .argument('[role]', 'only what was set for this role')
  .argument('[what]', 'only what was set for this tool or risk')
  .description('take back what was set')
  .action((chat: string, role: string | undefined, what: string | undefined) =>
    exitingWith(async () => (await import('./accessPolicy.js')).clearPolicy(chat, role, what))(),
  );

program
  .command('doctor')
  .description('explain every setting and check what it takes')
  .action(exitingWith(async () => (await import('./doctor.js')).doctor()));

await program.parseAsync();
