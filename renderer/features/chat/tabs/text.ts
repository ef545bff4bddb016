import { TEXT as SHARED } from '../text.ts'

/** The tabs of a conversation, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  tabs: 'Parts of this chat',
  tab: {
    Messages: ['Messages', 'Messages'],
    Files: ['Files', 'Files'],
    Members: ['Members', 'Members'],
    Pinned_Messages: ['Pinned', 'Pinned Messages'],
    Broadcast_Messages: ['Broadcast', 'Broadcast Messages'],
    Search_Messages: ['Search', 'Search Messages'],
    Topics: ['Topics', 'Topics'],
    Settings: ['Settings', 'Settings'],
  },
  noFiles: 'No Files',
  filesFailed: "The files couldn't be loaded.",
  olderFiles: 'Show older files',
  noPinned: 'No pinned messages yet. Pin one from its menu to keep it at hand for everybody here.',
  pinnedFailed: "The pinned messages couldn't be loaded.",
  noBroadcasts: 'No broadcasts yet.',
  broadcastsFailed: "The broadcasts couldn't be loaded.",
  latestBroadcast: 'Broadcast',
  broadcastFrom: (name: string) => `Broadcast by ${name}`,
  dismissBroadcast: 'Put the broadcast away',
  pinnedAt: (time: string) => `Pinned ${time}`,
  showInChat: 'Show in chat',
  archiveMessages: 'Archive messages',
  archiveMessagesWhat: 'Puts all messages of this group away, for everybody in it.',
  archiveMessagesAsk: (name: string) => `Archive all messages of ${name} for everybody?`,
  messagesArchived: 'Messages archived',
  searchThreadHint: 'Type at least 2 characters to search this chat.',
} as const
