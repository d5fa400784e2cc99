import type { ModelReply } from '../platforms/model/reply.js';
import type { PrivateChat } from '../platforms/telegram/people.js';
import { openStage, type Stage, type StageOptions } from './stage.js';

/** A reply, or one for each time that the model is asked, the first being 0. */
export type Script = ModelReply | ((attempt: number) => ModelReply);

/** Many chats beside each other on one gateway: each asks its own question, so tests can run at the same time. */
export interface Talks extends Stage {
  /** A private chat of a new person, and the question to which the model gives this reply. */
  open(script: Script): { readonly chat: PrivateChat; readonly question: string };
  /** A further question. */
  ask(script: Script): string;
  /** How often the model was asked it. */
  timesAsked(question: string): number;
}

export async function openTalks(options: StageOptions = {}): Promise<Talks> {
  const stage = await openStage(options);
  const scripts = new Map<string, Script>();
  let count = 0;
  stage.model.script((request) => {
    const script = scripts.get(request.lastUser);
    if (script === undefined) return { text: `No reply was scripted for ${request.lastUser}` };
    return typeof script === 'function' ? script(timesAsked(request.lastUser) - 1) : script;
  });
  const timesAsked = (question: string) => stage.model.requests.filter(({ lastUser }) => lastUser === question).length;
  const ask = (script: Script) => {
    count += 1;
    const question = `What about number ${count}?`;
    scripts.set(question, script);
    return question;
  };
  return {
    ...stage,
    timesAsked,
    ask,
    open: (script) => {
      const question = ask(script);
      return { question, chat: stage.telegram.privateChat(stage.telegram.user(count, { name: `Person ${count}` })) };
    },
  };
}
