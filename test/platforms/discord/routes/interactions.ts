import { z } from 'zod';
import { modalSchema } from '../components.js';
import {
  alreadyAcknowledged,
  expiredToken,
  invalidForm,
  notYours,
  unknownInteraction,
  unknownMessage,
  unknownWebhook,
} from '../errors.js';
import { tellCreated, tellDeleted } from '../events.js';
import { ACKNOWLEDGE_MS, type InteractionRecord, interactionKinds } from '../interactionRecord.js';
import { messageFlags } from '../messageBody.js';
import { nextId, type ServerState } from '../state.js';
import { text } from '../text.js';
import { check } from '../validate.js';
import { messageToWire } from '../wire.js';
import { findMessage, type StoredMessage, storeMessage } from '../world.js';
import { ANSWER_FLAGS, createFrom, editFrom, readNewMessage } from '../writing.js';
import { part, type Route, type RouteContext, route } from './route.js';

/** Which first answers fit which interaction. */
const fittingTypes: Record<InteractionRecord['kind'], readonly number[]> = {
  command: [4, 5, 9],
  component: [4, 5, 6, 7, 9],
  autocomplete: [8],
  modal: [4, 5, 6, 7],
};

const callbackSchema = z.looseObject({ type: z.literal([4, 5, 6, 7, 8, 9]), data: z.unknown().optional() });
const choicesSchema = z.looseObject({
  choices: z.array(z.looseObject({ name: text(100, 1), value: z.union([text(100), z.number()]) })).max(25),
});

const isEphemeral = (flags: number | null | undefined) => ((flags ?? 0) & messageFlags.ephemeral) !== 0;

/** What an answer of an interaction carries besides its body. */
function answerExtra(interaction: InteractionRecord, ephemeral: boolean) {
  const { id, kind, user, name } = interaction;
  const isMenu = interaction.data.type === 3;
  return {
    interaction: { id, kind: interactionKinds[kind], user, name },
    type: kind !== 'command' ? 0 : isMenu ? 23 : 20,
    ...(ephemeral ? { ephemeralFor: user } : {}),
  };
}

function acknowledge(context: RouteContext, interaction: InteractionRecord, type: number): void {
  interaction.response = { type, at: context.state.clock.now(), answerLost: context.answerLost };
  context.state.watch.changed();
}

function respond(context: RouteContext) {
  const { state } = context;
  const interaction = state.interactions.get(part(context, 'interaction'));
  const callback = check(callbackSchema, context.json);
  if (interaction === undefined || interaction.token !== part(context, 'token')) throw unknownInteraction('client');
  const { response, channel, message } = interaction;
  if (response !== undefined) throw alreadyAcknowledged(response.answerLost ? 'world' : 'client');
  if (state.clock.now() - interaction.at > ACKNOWLEDGE_MS) throw unknownInteraction('world');
  const { type } = callback;
  if (!fittingTypes[interaction.kind].includes(type) || ((type === 6 || type === 7) && message === undefined)) {
    const text = 'This kind of answer does not fit the interaction.';
    throw invalidForm([
      { path: ['type'], code: 'INTERACTION_APPLICATION_COMMAND_INVALID_CALLBACK_TYPE', message: text },
    ]);
  }
  const data = callback.data ?? {};
  switch (type) {
    case 4: {
      const body = readNewMessage(state, channel, data, context.uploads, ANSWER_FLAGS);
      acknowledge(context, interaction, type);
      interaction.original = createFrom(
        state,
        channel,
        body,
        context.uploads,
        answerExtra(interaction, isEphemeral(body.flags)),
      );
      break;
    }
    case 5: {
      const { flags } = check(z.looseObject({ flags: z.int().nullish() }), data);
      acknowledge(context, interaction, type);
      interaction.original = storeMessage(channel, {
        id: nextId(state),
        author: state.bot,
        at: state.clock.now(),
        thinking: true,
        silent: true,
        ...answerExtra(interaction, isEphemeral(flags)),
      });
      tellCreated(state, channel, interaction.original);
      break;
    }
    case 7:
      if (message !== undefined) editFrom(state, channel, message, data, context.uploads);
      acknowledge(context, interaction, type);
      break;
    case 8:
      interaction.choices = check(choicesSchema, data).choices;
      acknowledge(context, interaction, type);
      break;
    case 9:
      interaction.modal = check(modalSchema, data);
      acknowledge(context, interaction, type);
      break;
    default:
      acknowledge(context, interaction, type);
  }
  if ((type === 6 || type === 7) && message !== undefined) interaction.original = message;
  return context.query.get('with_response') === 'true' ? responseToWire(state, interaction, type) : undefined;
}

function responseToWire(state: ServerState, interaction: InteractionRecord, type: number) {
  const { original } = interaction;
  const about =
    original === undefined
      ? {}
      : {
          response_message_id: original.id,
          response_message_loading: original.thinking,
          response_message_ephemeral: original.ephemeralFor !== undefined,
        };
  return {
    interaction: { id: interaction.id, type: interactionKinds[interaction.kind], ...about },
    resource: { type, ...(original === undefined ? {} : { message: messageToWire(state, original) }) },
  };
}

/** The interaction whose token a webhook's path holds, if it can still be used. */
function openToken(context: RouteContext): InteractionRecord {
  const { state } = context;
  const token = part(context, 'token');
  const interaction = [...state.interactions.values()].find((entry) => entry.token === token);
  if (part(context, 'application') !== state.bot.id || interaction?.response === undefined) throw unknownWebhook();
  if (state.clock.now() > interaction.tokenUntil) throw expiredToken();
  return interaction;
}

function openAnswer(context: RouteContext): { interaction: InteractionRecord; message: StoredMessage } {
  const interaction = openToken(context);
  const id = part(context, 'message');
  const message = id === '@original' ? interaction.original : findMessage(interaction.channel, id);
  const gone = message === undefined ? interaction.channel.messages.has(id) : message.deletedAt !== undefined;
  if (message === undefined || gone) throw unknownMessage(gone ? 'world' : 'client');
  if (message.author !== context.state.bot) throw notYours();
  return { interaction, message };
}

/** A further message; right after a deferral it becomes the deferred answer itself, as Discord keeps it for old clients. */
function followUp(context: RouteContext) {
  const { state, uploads } = context;
  const interaction = openToken(context);
  const { channel, original } = interaction;
  const body = readNewMessage(state, channel, context.json, uploads, ANSWER_FLAGS);
  if (original?.thinking === true && original.deletedAt === undefined) {
    const { content, embeds, components, attachments, allowed_mentions } = body;
    const json = Object.fromEntries(
      Object.entries({ content, embeds, components, attachments, allowed_mentions }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    return messageToWire(state, editFrom(state, channel, original, json, uploads));
  }
  const message = createFrom(state, channel, body, uploads, {
    ...answerExtra(interaction, isEphemeral(body.flags)),
    type: 0,
  });
  interaction.followUps.push(message);
  return messageToWire(state, message);
}

const getAnswer = (context: RouteContext) => messageToWire(context.state, openAnswer(context).message);

function editAnswer(context: RouteContext) {
  const { interaction, message } = openAnswer(context);
  return messageToWire(
    context.state,
    editFrom(context.state, interaction.channel, message, context.json, context.uploads),
  );
}

function deleteAnswer(context: RouteContext) {
  const { interaction, message } = openAnswer(context);
  message.deletedAt = context.state.clock.now();
  tellDeleted(context.state, interaction.channel, [message]);
}

const answers = '/webhooks/:application/:token/messages/:message' as const;

export const interactionRoutes: readonly Route[] = [
  route('respond', 'POST /interactions/:interaction/:token/callback', 'free', respond, 'none'),
  route('followUp', 'POST /webhooks/:application/:token', 'webhook', followUp, 'none'),
  route('getAnswer', `GET ${answers}`, 'webhook', getAnswer, 'none'),
  route('editAnswer', `PATCH ${answers}`, 'webhook', editAnswer, 'none'),
  route('deleteAnswer', `DELETE ${answers}`, 'webhook', deleteAnswer, 'none'),
];
