import { type ChatStore, loadChatSession } from '../features/chat/index.ts'
import type { Conversations } from '../services/calls/conversations.ts'
import { followUnread } from '../services/desktop/unread-badge.ts'
import type { LiveServices } from '../services/live.tsx'
import { SILENT, type Sounds } from '../services/notices/sounds.ts'
import type { Counters } from '../services/person/counters.ts'
import type { Services } from '../services/services.ts'
import type { ShellTools } from '../services/shell-tools.tsx'
import { fetchCode } from '../ui/fetch-code.ts'

type ChatSession = Awaited<ReturnType<typeof loadChatSession>>

/** What the chat tells of itself, and by which ways. */
export interface ChatSurroundings {
  readonly counters: Pick<Counters, 'set'>
  readonly conversations: Pick<Conversations, 'bind'>
  readonly calls: Pick<LiveServices['calls'], 'meetingStarts'>
  readonly settings: ShellTools['settings']
  readonly settingNews: Pick<LiveServices['settingNews'], 'onChange'>
  /** Null in a window that another one opened, which sounds for it. */
  readonly sounds: Sounds | null
  /** Brings the chat before the person's eyes, where it isn't. */
  readonly show: () => void
}

/** The chat of a session, whose code comes once the shell shows: nobody's first picture waits for it. */
export interface SignedInChat {
  /** Rejects where its code can't be had: what needs the chat says so then. */
  readonly coming: Promise<ChatStore>
  /** The server's count of unread messages, which may be heard before the chat is there. */
  setUnread(count: number): void
  /** Fetches, connects and follows the chat; returns what ends that. May be started again. */
  start(around: ChatSurroundings): () => void
}

export function createSignedInChat(services: Services, load = loadChatSession): SignedInChat {
  const { promise: coming, resolve, reject } = Promise.withResolvers<ChatStore>()
  // Whoever shows the chat tells of it.
  coming.catch(() => {})
  let isAsked = false
  let there: ChatStore | null = null
  let unread: number | null = null
  let session: ChatSession | null = null

  async function fetchOnce() {
    if (isAsked) return
    isAsked = true
    try {
      session = await fetchCode(load, services.timers)
      there = session.createChatStore(services)
      if (unread !== null) there.setUnreadTotal(unread)
      resolve(there)
    } catch (error) {
      reject(error)
    }
  }

  return {
    coming,
    setUnread(count) {
      unread = count
      there?.setUnreadTotal(count)
    },
    start(around) {
      let end: (() => void) | null = null
      let isEnded = false
      void fetchOnce()
      coming.then(
        (chat) => {
          if (!isEnded && session) end = follow(chat, session, services, around)
        },
        () => {},
      )
      return () => {
        isEnded = true
        end?.()
      }
    },
  }
}

/** Connects the chat, tells of what comes in, and keeps the shell's counts; returns what ends that. */
function follow(
  chat: ChatStore,
  { notifyOfMessages }: ChatSession,
  services: Services,
  { counters, conversations, calls, settings, settingNews, sounds, show }: ChatSurroundings,
): () => void {
  const ends = [
    // The chat knows what is unread before anybody else does.
    chat.store.subscribe(({ unreadTotal }, before) => {
      if (unreadTotal !== before.unreadTotal) counters.set('unreadChat', unreadTotal)
    }),
    notifyOfMessages(chat, {
      ...services,
      sounds: sounds ?? { ...SILENT, setMuted: () => {} },
      setting: () => settings.store.getState().values.audio.setting,
      onSettingsChanged: () => settings.refresh('audio'),
      onOpen(key) {
        chat.select(key)
        chat.openSection('Chats')
        show()
      },
    }),
    // The company switches GIFs and rewording on and off.
    settingNews.onChange((keys) => {
      if (keys === null || keys.some((key) => key.startsWith('chat.'))) chat.reloadFeatures()
    }),
    followUnread(services.desktop, chat.store, ({ unreadTotal }) => unreadTotal),
    chat.onMeetingStart(calls.meetingStarts),
    conversations.bind(chat.startConversation),
    chat.stop,
  ]
  chat.start()
  return () => {
    for (const end of ends) end()
  }
}
