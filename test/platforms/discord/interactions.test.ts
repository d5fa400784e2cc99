import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type AutocompleteInteraction,
  ButtonBuilder,
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  Events,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  StringSelectMenuBuilder,
  type StringSelectMenuInteraction,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../setup/fakeClock.js';
import { type DiscordServer, startDiscordServer } from './discordServer.js';
import { lookOf } from './interactionRecord.js';
import type { ChannelPlace } from './people.js';
import { apiErrorOf, createRealClient, logIn, nextEvent } from './realClient.js';
import type { UserRecord } from './world.js';

let server: DiscordServer;
let client: Client<true>;
let ada: UserRecord;
let general: ChannelPlace;
const clock = createFakeClock();

const ask = {
  name: 'ask',
  description: 'Ask something',
  options: [
    { type: ApplicationCommandOptionType.String, name: 'question', description: 'What?', required: true },
    { type: ApplicationCommandOptionType.String, name: 'model', description: 'Which?', autocomplete: true },
  ],
} as const;

beforeEach(async () => {
  server = await startDiscordServer({ clock });
  ada = server.user({ name: 'Ada', locale: 'de' });
  general = server.guild({ members: [ada] }).channel('general');
  client = await logIn(server, createRealClient(server));
  await client.application.commands.set([ask, { type: ApplicationCommandType.Message, name: 'Ask about this' }]);
});
afterEach(async () => {
  await client.destroy();
  await server.close();
});

const coming = <Kind>() => nextEvent<Kind>(client, Events.InteractionCreate);

describe('slash commands', () => {
  it('are deferred, think, and are answered by an edit', async () => {
    const next = coming<ChatInputCommandInteraction>();
    const made = general.as(ada).slash('ask', { question: 'why?' });
    const interaction = await next;
    expect(interaction.locale).toBe('de');
    expect(interaction.options.getString('question')).toBe('why?');
    const deferred = await interaction.deferReply({ withResponse: true });
    expect(server.thinking()).toEqual([made]);
    expect(general.botMessages()).toEqual([]);
    await interaction.editReply('because');
    expect(server.thinking()).toEqual([]);
    expect(general.botMessages()).toMatchObject([{ id: deferred.resource?.message?.id, content: 'because', type: 20 }]);
    expect(general.notifications()).toEqual([]);
    const more = await interaction.followUp({ content: 'only you', flags: MessageFlags.Ephemeral });
    expect(general.ephemeral(ada)).toMatchObject([{ id: more.id, content: 'only you' }]);
    expect(server.refused()).toEqual([]);
  });

  it('must be acknowledged within 3 s, once, and their token lives for 15 minutes', async () => {
    const first = coming<ChatInputCommandInteraction>();
    const late = general.as(ada).slash('ask', { question: 'late' });
    const tooLate = await first;
    await clock.advance(3001);
    expect(await apiErrorOf(tooLate.reply('x'))).toMatchObject({ status: 404, code: 10062 });
    expect(server.failed()).toEqual([late]);

    const second = coming<ChatInputCommandInteraction>();
    const made = general.as(ada).slash('ask', { question: 'now' });
    const interaction = await second;
    await interaction.deferReply();
    const again = client.rest.post(`/interactions/${made.id}/${made.token}/callback`, {
      body: { type: 4, data: { content: 'x' } },
      auth: false,
    });
    expect(await apiErrorOf(again)).toMatchObject({ status: 400, code: 40060 });
    await clock.advance(15 * 60_000 + 1);
    expect(await apiErrorOf(interaction.editReply('x'))).toMatchObject({ status: 401, code: 50027 });
    expect(lookOf(made, clock.now())).toBe('thinking');
    const channel = await client.channels.fetch(general.id);
    const answer = made.original;
    if (channel?.isSendable() !== true || answer === undefined) throw new Error('no channel');
    await channel.messages.edit(answer.id, 'by the channel');
    expect(server.thinking()).toEqual([]);
    expect(server.refused().map((call) => call.route)).toEqual(['respond']);
  });

  it('offer choices while an option is typed', async () => {
    const next = coming<AutocompleteInteraction>();
    const made = general.as(ada).autocomplete('ask', 'model', 'gp', { question: 'x' });
    const interaction = await next;
    expect(interaction.options.getFocused(true)).toMatchObject({ name: 'model', value: 'gp' });
    await interaction.respond([{ name: 'GPT', value: 'gpt' }]);
    expect(made.choices).toEqual([{ name: 'GPT', value: 'gpt' }]);
  });

  it('are offered by the client only as they are registered', () => {
    expect(() => general.as(ada).slash('nothing')).toThrow('offers no command');
    expect(() => general.as(ada).slash('ask')).toThrow('required');
    expect(() => general.as(ada).slash('ask', { question: 'x', other: 1 })).toThrow('no option');
  });

  it('work in DMs', async () => {
    const next = coming<ChatInputCommandInteraction>();
    server.dm(ada).slash('ask', { question: 'here?' });
    const interaction = await next;
    expect(interaction.inGuild()).toBe(false);
    await interaction.reply('yes');
    expect(server.dm(ada).botMessages()).toMatchObject([{ content: 'yes' }]);
  });
});

describe('components', () => {
  const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId('stop').setLabel('Stop').setStyle(ButtonStyle.Danger),
  );
  const select = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('pick')
      .addOptions({ label: 'One', value: '1' }, { label: 'Two', value: '2' }),
  );

  it('are pressed and chosen, and update their message', async () => {
    const channel = client.channels.cache.get(general.id);
    if (channel?.isSendable() !== true) throw new Error('no channel');
    await channel.send({ content: 'choose', components: [row, select] });
    const message = await general.waitForBotMessage();
    const pressed = coming<ButtonInteraction>();
    general.as(ada).pressButton(message);
    const button = await pressed;
    expect(button).toMatchObject({ customId: 'stop' });
    expect(button.message.id).toBe(message.id);
    await button.deferUpdate();
    await button.editReply({ content: 'stopping', components: [select] });
    expect(message.content).toBe('stopping');
    expect(() => general.as(ada).pressButton(message)).toThrow('no such button');

    const chosen = coming<StringSelectMenuInteraction>();
    general.as(ada).choose(message, ['2']);
    const menu = await chosen;
    expect(menu.values).toEqual(['2']);
    await menu.update({ content: 'two', components: [] });
    expect(message).toMatchObject({ content: 'two', components: [] });
    expect(general.botMessages()).toHaveLength(1);
  });

  it('open windows', async () => {
    const next = coming<ChatInputCommandInteraction>();
    const made = general.as(ada).slash('ask', { question: 'x' });
    const field = new TextInputBuilder().setCustomId('text').setLabel('Text').setStyle(TextInputStyle.Short);
    const modal = new ModalBuilder().setCustomId('window').setTitle('Window');
    modal.addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(field));
    await (await next).showModal(modal);
    const submitted = coming<ModalSubmitInteraction>();
    general.as(ada).submitModal(made, { text: 'hi' });
    const interaction = await submitted;
    expect(interaction.fields.getTextInputValue('text')).toBe('hi');
    await interaction.reply('thanks');
    expect(general.botMessages()).toMatchObject([{ content: 'thanks' }]);
    expect(server.refused()).toEqual([]);
  });

  it('come from the menu of a message', async () => {
    const about = general.say(ada, 'read me');
    const next = coming<MessageContextMenuCommandInteraction>();
    general.as(ada).contextMenu('Ask about this', about);
    const interaction = await next;
    expect(interaction.targetMessage.content).toBe('read me');
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await interaction.editReply('seen');
    expect(general.ephemeral(ada)).toMatchObject([{ content: 'seen' }]);
  });
});

describe('commands', () => {
  it('are validated and counted', async () => {
    const before = server.commandCreates();
    const set = (list: unknown) =>
      client.rest.put(`/applications/${server.bot.id}/commands`, { body: list }).then(() => undefined);
    expect(await apiErrorOf(set([{ name: 'Upper', description: 'x' }]))).toMatchObject({
      code: 50035,
      raw: { errors: { 0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } } } },
    });
    expect(await apiErrorOf(set([{ name: 'ok', description: 'x'.repeat(101) }]))).toMatchObject({ code: 50035 });
    expect(
      await apiErrorOf(
        set([
          { name: 'a', description: 'x' },
          { name: 'a', description: 'y' },
        ]),
      ),
    ).toMatchObject({ code: 50035 });
    const many = Array.from({ length: 101 }, (_, n) => ({ name: `c${n}`, description: 'x' }));
    expect(await apiErrorOf(set(many))).toMatchObject({ code: 50035 });
    await set(many.slice(0, 100));
    expect(server.commandCreates()).toBe(before + 100);
    await set(many.slice(0, 100).reverse());
    expect(server.commandCreates()).toBe(before + 100);
    const others = many.slice(0, 100).map(({ name }) => ({ name: `x${name}`, description: 'x' }));
    expect(await apiErrorOf(set(others))).toMatchObject({ code: 30034 });
    expect(server.refused()).toHaveLength(4);
  });
});
