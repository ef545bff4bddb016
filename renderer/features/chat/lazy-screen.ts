import { lazyCode } from '../../ui/fetch-code.ts'

/** The chat's screen. Its code is fetched when it is first shown; then it waits for the session's chat. */
export const ChatScreen = lazyCode(async () => (await import('./ChatScreen.tsx')).ChatScreen)

/** The chat of a session: its state, its hub and all that changes it. */
export const loadChatSession = () => import('./session.ts')

/** How the person is told of messages; fetched when it is first shown outside the chat. */
export const loadNotificationSettings = async () =>
  (await import('./status/NotificationSettings.tsx')).NotificationSettings

/** A record that a room is about, with its room; fetched when one is first opened. */
export const loadRecordPanel = async () => (await import('./modes/RecordPanel.tsx')).RecordPanel

/** The conversation of a meeting; fetched with the first meeting that has one. */
export const MeetingChat = lazyCode(async () => (await import('./modes/MeetingChat.tsx')).MeetingChat)

/** One conversation within another screen; fetched with the first such screen. */
export const EmbeddedConversation = lazyCode(
  async () => (await import('./EmbeddedConversation.tsx')).EmbeddedConversation,
)

/** The floating chat; fetched once the shell shows and the page has nothing more urgent to do. */
export const FloatingChat = lazyCode(async () => {
  await idle()
  return (await import('./modes/FloatingChat.tsx')).FloatingChat
})
/** Whoever signs in needs none of its code before the bell is pressed. */
export const loadRecentActivitiesDialog = async () =>
  (await import('./activities/RecentActivitiesDialog.tsx')).RecentActivitiesDialog

/** Most that it waits for the page to be idle, in milliseconds. */
const IDLE_WITHIN_MS = 2000

/** Settles when the page is idle; at once where the browser doesn't tell. */
function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof window.requestIdleCallback !== 'function') return done()
    window.requestIdleCallback(() => done(), { timeout: IDLE_WITHIN_MS })
  })
}
