import { TEXT as SHARED } from '../text.ts'

/** Where a message is written, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  placeholder: 'Type a new message here',
  send: 'Send message',
  clearReply: 'Clear reply',
  composerTools: 'Add to the message',
  peopleToMention: 'People to mention',
  assetsToTag: 'Things to tag',
  emojiToInsert: 'Emoji',
  attachFiles: 'Attach files',
  reword: 'Reword with AI',
  rewording: 'Finding better words…',
  reworded: 'Reworded.',
  rewordFailed: 'The message could not be reworded. It is as you wrote it.',
  suggestReplies: 'Suggest replies',
  suggestedReplies: 'Suggested replies',
  noSuggestions: 'There is nothing to suggest.',
  voiceNote: 'Record a voice note',
} as const
