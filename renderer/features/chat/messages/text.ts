import { TEXT as SHARED } from '../text.ts'

/** A conversation and its messages, as people read it, with what several views of the chat say. */
export const TEXT = {
  vault: 'Vault of this project',
  ...SHARED,
  noMessages: 'No Messages. Type a new message below.',
  loadingOlder: 'Loading older messages',
  loadingNewer: 'Loading newer messages',
  goToLatest: 'Go to latest message',
  newBelow: 'New message below',
  noMore: 'No more messages',
  deliveryFailed: 'Some delivery attempts failed on one or more channels. Click details.',
  newMessages: 'New messages',
  back: 'Back to chats',
  notSent: 'Not sent.',
  sending: 'Sending…',
  edited: 'edited',
  hubConnecting: 'Connecting…',
  nothingArrives: 'New messages will not arrive.',
  online: 'Online',
  moreActions: 'More actions',
  pinned: 'Pinned',
  broadcastBy: (name: string | null) => (name ? `Broadcast by ${name}` : 'Broadcast'),
  sent: 'Sent',
  delivered: 'Delivered',
  via: {
    WHATSAPP: 'via WhatsApp',
    OAUTH: 'via a connected app',
    EMAIL: 'via email',
    MOBILE_APP: 'via the mobile app',
  },
  linkTo: (label: string) => `Message in ${label}`,
  gifGone: 'This GIF is gone.',
  waiting: 'Waits for the connection',
  waitingUnkept: 'Waits for the connection. This device is full: keep this window open until it is sent.',
  cancelSending: 'Cancel',
  willBeSent: (count: number) =>
    count === 1
      ? '1 message will be sent when it is back.'
      : `${count} messages will be sent when it is back.`,
  toTop: 'Scroll to top',
  toBottom: 'Scroll to bottom',
  toUnread: 'Jump to first unread',
} as const
