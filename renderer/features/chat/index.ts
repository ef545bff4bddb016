export { ChatProvider } from './ChatProvider.tsx'
export { useUnreadTotal } from './chat-context.tsx'
export { RecentActivities } from './dashboard/RecentActivities.tsx'
export { UnreadThreads } from './dashboard/UnreadThreads.tsx'
export {
  ChatScreen,
  EmbeddedConversation,
  FloatingChat,
  loadRecentActivitiesDialog,
  loadRecordPanel,
  MeetingChat,
} from './lazy-screen.ts'
export { ChatHub } from './modes/use-pop-out.ts'
export { notifyOfMessages } from './notify-of-messages.ts'
export { type ChatStore, createChatStore } from './store/chat-store.ts'
export { type ChatDirectory, useChatDirectory } from './use-chat-directory.tsx'
