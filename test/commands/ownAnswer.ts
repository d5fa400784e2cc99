import { asAnswer, type Command, type CommandAnswer } from '../../src/commands/registry.js';

/** What a command said itself; throws when it had the model answer. */
export function ownAnswer(answer: Awaited<ReturnType<Command['run']>>): CommandAnswer {
  if (answer === null) throw new Error('left to the model');
  if (typeof answer === 'object' && 'ask' in answer) throw new Error(`handed over to the model: ${answer.ask}`);
  if (typeof answer === 'object' && 'answerIn' in answer) throw new Error('it takes long, and wants a turn');
  return asAnswer(answer);
}
