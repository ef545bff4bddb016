export { ChatProvider } from './ChatProvider.tsx'
export { useUnreadTotal } from './chat-context.tsx'
export { RecentActivities } from './dashboard/RecentActivities.tsx'
export { UnreadThreads } from './dashboard/UnreadThreads.tsx'
export {
  ChatScreen,
  EmbeddedConversation,
  FloatingChat,
  loadChatSession,
  loadNotificationSettings,
  loadRecentActivitiesDialog,
  loadRecordPanel,
  MeetingChat,
} from './lazy-screen.ts'
export { ChatHub } from './modes/use-pop-out.ts'
export type { ChatStore } from './store/chat-store.ts'
export { ThreadListSkeleton } from './threads/ThreadListSkeleton.tsx'
export {
  type ChatContact,
  type ChatDirectory,
  useChatContacts,
  useChatDirectory,
} from './use-chat-directory.tsx'
