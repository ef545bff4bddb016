/**
 * What the chat says before its screen has been opened: its store and what the dashboard has of it.
 * The shell loads this and leaves the rest, in `text.ts`, to the screens. Quoted sentences are kept to
 * the letter (spec 2 §2, §5, §8).
 */
export const SHELL_TEXT = {
  selectChat: 'Select a chat',
  notConnected: 'Not connected to server',
  busy: 'Busy',
  reconnectingHub: 'Reconnecting hub...',
  tooLong: 'This message is too long. At most 20,000 characters can be sent.',
  nothingHere: 'Nothing to see here!',
  tryAgain: 'Try again',
  chatsFailed: "Your chats couldn't be loaded.",
  activitiesFailed: "Recent activity couldn't be loaded.",
  allRead: "You're all caught up.",
  archived: 'Archived',
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  threadOptions: (name: string) => `Options for ${name}`,
  draft: 'Draft:',
  /** What a conversation belongs to, where its name doesn't tell. */
  kinds: {
    PROJECT: 'Project',
    PROJECT_MEMBER: 'Project member',
    TASK_CHAT: 'Task',
    TICKET_CHAT: 'Ticket',
    WURKROOM_CLAIM: 'Claim',
    JOB_ORDER: 'Job order',
    MEETING: 'Meeting',
    TOPIC: 'Topic',
    MANUAL: 'Group',
    SUBTASK: 'Sub-task',
    MESSAGE: 'Chat',
  },
  unreadTopics: (count: number) => `${count} unread ${count === 1 ? 'topic' : 'topics'}`,
  emptyFile: 'This file is empty.',
  unreadable: 'This file can’t be read. It may have been moved, changed or deleted.',
  uploadUnderWay: 'A file is still being uploaded.',
  draftsNotKept: "This browser can't keep drafts any more. What you type stays only as long as this page.",
  messageGone: 'This message is not here any more, or you are not in its chat.',
}
