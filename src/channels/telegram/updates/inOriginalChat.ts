import { laneIdOf } from '../../../core/lane.js';
import type { ChatAddress, InboundMessage } from '../../../core/message.js';
import type { ChatMoves } from '../egress/chatMoves.js';
import type { Reading } from './reading.js';

/** What an update means, with a group that moved under the id that the rest knows it by. */
export function inOriginalChat(reading: Reading, moves: ChatMoves): Reading {
  switch (reading.kind) {
    case 'message':
    case 'choicePress':
      return { ...reading, message: relocate(reading.message, moves) };
    case 'stopPress': {
      const address = addressIn(reading.press.address, moves);
      return { ...reading, press: { ...reading.press, address, lane: laneIdOf(address) } };
    }
    case 'membership':
      return { ...reading, change: { ...reading.change, address: addressIn(reading.change.address, moves) } };
    default:
      return reading;
  }
}

function relocate(message: InboundMessage, moves: ChatMoves): InboundMessage {
  const address = addressIn(message.address, moves);
  if (address === message.address) return message;
  const { inPlaceOf } = message;
  return {
    ...message,
    address,
    lane: laneIdOf(address),
    ...(inPlaceOf === undefined ? {} : { inPlaceOf: moves.nameOf(address.chat, Number(inPlaceOf)) }),
  };
}

function addressIn(address: ChatAddress, moves: ChatMoves): ChatAddress {
  const chat = moves.origin(address.chat);
  if (chat === address.chat) return address;
  const { anchor } = address;
  return { ...address, chat, ...(anchor === undefined ? {} : { anchor: moves.nameOf(chat, Number(anchor)) }) };
}
