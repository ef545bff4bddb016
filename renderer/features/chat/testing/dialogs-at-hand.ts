import { ChatDialogs } from '../ChatProvider.tsx'

// For tests that draw the chat without waiting: a part that is still fetched leaves the rest of a drawing undone
// until somebody waits.
await ChatDialogs.prepare()
