import { describe, expect, it } from 'vitest';
import { endsOnPromise, isIntermediateAck, isTrailingIntent } from '../../../src/runtime/loopPolicy/intent.js';

const PROMISES: readonly string[] = [
  "I'll search the changelog next.",
  'I’m going to look through the release notes.',
  "Since you want me to continue, I'll start by searching for high-growth companies.",
  "The plan is empty. I'll search the internal docs for the value next.",
  'Let me check the outreach plan and report back.',
  'First, let me pull the figures for March.',
  "I'm about to run a web search for fintech startups.",
  'I need to gather at least ten domains first.',
  "**Next:** I'll fetch the page.",
  'Retrying with a wider range.',
  'Let me dig deeper.',
  'One moment, I’m checking the next source.',
  'Hold on while I search.',
  "I'll get the latest numbers.",
  "I'll start with the pricing page.",
  'I will now call the API.',
  'Let me grab the data.',
  "I'll continue with the next batch.",
  "I'll list the changed files next.",
  "I'm going to search every module first.",
  "The file `src/a.ts` is fine. I'll check `src/b.ts` next.",
  "Found this:\n```ts\nconst a = 1;\n```\nI'll check the callers now.",
  "Done with the first part. I'll now verify the totals.",
  'Ich prüfe jetzt die Logdateien.',
  'Lass mich kurz im Kalender nachsehen.',
  'Ich prüfe jetzt jede Datei.',
  'Je vais vérifier chaque fichier.',
  'Voy a revisar todos los archivos.',
  'Vou verificar cada arquivo agora.',
  'Сейчас проверю каждый файл.',
  'Ich werde nach günstigeren Flügen suchen.',
  'Je vais vérifier les horaires.',
  'Laissez-moi consulter le fichier.',
  'Voy a buscar los horarios.',
  'Déjame revisar el archivo.',
  'Vou verificar os horários agora.',
  'Deixe-me consultar o arquivo.',
  'Сейчас проверю расписание.',
  'Я посмотрю журнал изменений.',
  'Позвольте мне проверить файл.',
  '我先查看一下这个文件。',
  '让我搜索一下最新的价格。',
];

const ANSWERS: readonly string[] = [
  'The search returned nothing.',
  "I'll search once you confirm the niche.",
  'Give me the list and I will start pulling contacts.',
  "I'll remind you tomorrow at nine.",
  "I'll check the price every morning and tell you when it falls.",
  "Let me know which folder to check, and I'll open it.",
  'Shall I search the archive too?',
  "If you like, I'll look for cheaper flights.",
  "I can't open the file. Please upload it and I'll read it.",
  "I'll keep that in mind.",
  "I'll be brief: it works like a cache.",
  'Let me explain: the loop reads the file, checks it and runs the tests, then it writes a report about what was found.',
  'Here is what I found: three open issues and one fix.',
  'You can run the tests with npm test. Let me know if that helps.',
  'Running the tests takes about a minute.',
  'Checking the logs is a good first step.',
  'Reading: twenty minutes a day.',
  'He said "I\'ll check the door" and left.',
  "> I'll check the repo.",
  '```\nI will search the logs\n```',
  "Put this into the notes:\n```text\nI'll check the repo.\n```",
  "The line is `I'll check the repo`, and `x` is its name.",
  "I'm trying to be helpful.",
  "I'll get back to you.",
  "I'll check the price every hour.",
  'Next, I think you should rest.',
  "Dear Ms Lee,\nthank you. I'll review the contract and send it back.\nBest regards\nAnn",
  'She will search for it.',
  'They are searching for a flat.',
  'I will never read your mail.',
  "Written to the file, and I'll remember that you review it on Sundays.",
  "I'll run the suite after the refactor and tell you which tests pass.",
  'I looked through the notes and found nothing new.',
  'Yesterday I said I would check the repo; here it is.',
  'Ich schaue morgen noch einmal nach.',
  'Wenn du möchtest, suche ich jetzt nach Alternativen.',
  'Soll ich nach Flügen suchen?',
  'Ich habe den Ordner geprüft: alles in Ordnung.',
  'Du kannst die Datei jetzt öffnen.',
  'Je vais bien, merci.',
  "J'ai vérifié les horaires : le train part à 9 h.",
  'Si vous voulez, je vais chercher autre chose.',
  'Voy a estar aquí si me necesitas.',
  'Si quieres, voy a buscar otra opción.',
  'Ya revisé el archivo: está vacío.',
  'Vou ficar por aqui.',
  'Se quiser, vou procurar outra opção.',
  'Я проверил файл: он пуст.',
  'Если хотите, я поищу другой вариант.',
  'Завтра я проверю ещё раз.',
  'Я проверю это каждый день.',
  'Ich prüfe das jeden Montag.',
  'Je vais vérifier le prix tous les matins.',
  'Voy a revisar el precio cada día.',
  'Vou verificar o preço todas as semanas.',
  '我已经查看了文件，内容是空的。',
  '如果你需要，我会帮你搜索。',
  '需要我查看一下吗？',
];

describe('an answer that ends on a promise', () => {
  it.each(PROMISES)('%s', (text) => expect(endsOnPromise(text)).toBe(true));
  it.each(ANSWERS)('not: %s', (text) => {
    expect(endsOnPromise(text)).toBe(false);
    expect(isTrailingIntent(text)).toBe(false);
  });

  it('not in a long answer, and not where the words were asked for', () => {
    expect(endsOnPromise(`${'x'.repeat(1200)} I'll search the changelog.`)).toBe(false);
    expect(endsOnPromise("I'll search the changelog.", 'Translate: Ich durchsuche das Changelog.')).toBe(false);
  });

  it('is found out in linear time', () => {
    const texts = [
      "I'll ".repeat(240),
      'ich werde '.repeat(120),
      '"'.repeat(1200),
      'a:'.repeat(600),
      '我先'.repeat(600),
    ];
    for (const text of texts) expect(endsOnPromise(text)).toBe(false);
  });
});

describe('an intermediate ack', () => {
  it.each([
    ['check the repo readme', "I'll read the file in the project and summarize it."],
    ['what does src/main.ts do?', 'Let me open it.'],
    ['look at ~/notes', "I'll look at it."],
    ['fix the build in this codebase', "I can do that. I'm going to run it first."],
    ['was steht in dem Ordner?', 'Ich sehe mir die Dateien an.'],
    ['que contient le dossier ?', 'Je vais examiner les fichiers.'],
    ['que hay en la carpeta', 'Voy a revisar los archivos.'],
    ['o que há na pasta', 'Vou verificar os arquivos.'],
    ['что в папке?', 'Сейчас посмотрю файлы.'],
    ['这个项目里有什么', '我先查看一下目录。'],
  ])('%s: %s', (request, text) => expect(isIntermediateAck(text, request)).toBe(true));

  it.each([
    ['and/or, 1/2 and https://x.test/a/b', "I'll search for it."],
    ['check the repo', 'I looked: it is fine.'],
    ['check the repo', 'Here are the files. You can open them with any editor.'],
    ['check my project', 'I can help with that! To run the tests in your project, use npm test.'],
    ['check the repo', "I'll check the repo as soon as you give me access."],
    ['check the repo', "I'll check the repo every night from now on."],
    ['prüfe das Projekt', 'Ich habe das Projekt geprüft.'],
  ])('not %s: %s', (request, text) => expect(isIntermediateAck(text, request)).toBe(false));
});

describe('a trailing intent', () => {
  it.each([
    'Let me now run the migration.',
    "The tables are there. I'll now fill them.",
    'Next, I will deploy it.',
    'Okay. Now let me update the index',
    'The tables are there. Next, I',
    'Right. I’ll now',
  ])('%s', (text) => expect(isTrailingIntent(text)).toBe(true));
  it.each([
    'I will now stop here. It works.',
    'Next, I would suggest adding an index.',
    "I'll now wait for your answer.",
    `${'x'.repeat(400)} Let me now run the migration.`,
    'Let me now run the migration: first it creates the tables, then it copies all rows, then it drops the old ones.',
  ])('not: %s', (text) => expect(isTrailingIntent(text)).toBe(false));
});
