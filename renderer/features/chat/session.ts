/** What the chat does as long as somebody is signed in, on screen or not: fetched once the shell shows. */
export { notifyOfMessages } from './notify-of-messages.ts'
export { createChatStore } from './store/chat-store.ts'
