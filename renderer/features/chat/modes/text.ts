import { TEXT as SHARED } from '../text.ts'

/** Where the chat is shown, as people read it, with what several views of the chat say. */
export const TEXT = {
  ...SHARED,
  alwaysPopOut: 'Always Popout',
  newInstance: 'Open a new instance',
  inOwnWindow: 'Your chat opens in a window of its own',
  hubStaysDesktop:
    'The desktop client stays connected, so calls, meetings and new messages still reach you here.',
  hubStaysBrowser: 'This tab stays connected, so calls, meetings and new messages still reach you here.',
  showWindow: 'Show the chat window',
  showHere: 'Show the chat here',
  openFloat: 'Team chat',
  closeFloat: 'Minimise chat',
  moveFloat: 'Move the chat with the arrow keys',
  openRecord: {
    project: 'Open project',
    jobOrder: 'Open job order',
    ticket: 'Open ticket',
    task: 'Open task',
    claim: 'Open claim',
  },
  recordTitle: {
    project: 'Project',
    jobOrder: 'Job order',
    task: 'Task',
    claim: 'Claim',
  },
  recordStatus: 'Status',
  recordPriority: 'Priority',
  projectRoom: 'Project room',
  closeRecord: 'Close',
  meetingChat: 'Meeting chat',
} as const
