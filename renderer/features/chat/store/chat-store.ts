import { createStore, type StoreApi } from 'zustand/vanilla'
import { REFRESH_AFTER_SELECTION_MS } from '#shared/domain/chat.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import type { Services } from '../../../services/services.ts'
import { browserLock } from '../../../services/session/session-renewal.ts'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { type AssistantActions, createAssistantActions } from './assistant.ts'
import { type ChatCore, conversationOf, threadOf } from './core.ts'
import { createFrameActions, type FrameActions } from './frame.ts'
import { createLive, type Live } from './live.ts'
import { type ConversationActions, createConversationActions } from './messages/conversation.ts'
import { createDeliveryStatusActions } from './messages/delivery-statuses.ts'
import { createMessageActions, type MessageActions } from './messages/message-actions.ts'
import { followQuickMessages } from './messages/quick-messages.ts'
import { createSmallImages, type SmallImages } from './messages/small-images.ts'
import { followDrafts } from './sending/draft-marks.ts'
import { createDrafts } from './sending/drafts.ts'
import { createOutbox } from './sending/outbox.ts'
import { createSendingActions, type SendingActions } from './sending/sending.ts'
import { createUploadActions, type UploadActions } from './sending/uploads.ts'
import { type ChatState, initialState, keyOf, type ThreadKey } from './state.ts'
import { createPinActions, type PinActions } from './tabs/pins.ts'
import { createSearchActions, type SearchActions } from './tabs/search.ts'
import { createSharedThingActions, type SharedThingActions } from './tabs/shared-things.ts'
import { createTopicActions, type TopicActions } from './tabs/topics.ts'
import { createGroupActions, type GroupActions } from './threads/groups.ts'
import { createPeopleActions, type PeopleActions } from './threads/people.ts'
import { createReads, type Reads } from './threads/reads.ts'
import { createSnoozeActions, type SnoozeActions } from './threads/snooze.ts'
import { createStatusActions, type StatusActions } from './threads/status.ts'
import { createThreadChanges, type ThreadChanges } from './threads/thread-changes.ts'
import { createThreadActions, type ThreadActions } from './threads/threads.ts'
import { createTypingActions, type TypingActions } from './threads/typing.ts'
import { createViewActions, type ViewActions } from './view.ts'

/** Where others' messages are heard of, as the hub brings them. */
export type IncomingMessages = Pick<Live, 'onIncoming'>

/** The chat of one session: its state and everything that changes it. Lives as long as the session. */
export interface ChatStore
  extends Omit<ThreadActions, 'applyArrivals' | 'clearUnread' | 'changeThread' | 'refreshIfNewest'>,
    Omit<
      ConversationActions,
      'open' | 'place' | 'followed' | 'catchUp' | 'isAtBottom' | 'reload' | 'markStale' | 'hears' | 'showPage'
    >,
    SendingActions,
    UploadActions,
    AssistantActions,
    ViewActions,
    Omit<FrameActions, 'meetingStarts'>,
    ThreadChanges,
    GroupActions,
    Omit<SnoozeActions, 'watchSnoozes'>,
    Omit<StatusActions, 'watchStatus'>,
    PinActions,
    SearchActions,
    TopicActions,
    SharedThingActions,
    MessageActions,
    SmallImages,
    IncomingMessages,
    Pick<PeopleActions, 'loadContacts' | 'loadMembers' | 'loadActivities'>,
    Pick<TypingActions, 'keystroke'> {
  readonly store: StoreApi<ChatState>
  /** Connects the hub and loads the list. May be started again after `stop`. */
  start(): void
  stop(): void
  /** The chat is on screen; returns what says that it no longer is. */
  show(): () => void
  select(key: ThreadKey | null): void
  /** Loads the messages of a conversation again after a failure. */
  retry(key: ThreadKey): void
  /** Makes sure that the newest messages are kept; the view then goes to the last. */
  goToLatest(key: ThreadKey): Promise<void>
  /** Opens the thread with a person, made where there is none. False where it failed. */
  startConversation(userID: number): Promise<boolean>
}

/** `page` is asked whether it is visible and says when it is left; the window in the product. */
export function createChatStore(services: Services, page: Document = document): ChatStore {
  const user = services.session.store.getState().user
  const me = { id: user?.id ?? 0, name: user?.displayName ?? '' }
  const grouped = services.storage.get('CHAT_GROUP_THREADS') !== 'off'
  const store = createStore<ChatState>(() => initialState(me, grouped))
  let screens = 0
  const core: ChatCore = {
    store,
    services,
    hub: services.hub(chatHub),
    drafts: createDrafts(services.storage, me.id, () => services.notices.show('warning', TEXT.draftsNotKept)),
    outbox: createOutbox(services.storage, me.id),
    lock: browserLock(page.defaultView?.navigator.locks),
    isWatched: () => screens > 0 && page.visibilityState !== 'hidden',
  }
  const threads = createThreadActions(core)
  const people = createPeopleActions(core)
  const typing = createTypingActions(core)
  const reads = createReads(core)
  const markRead = createMarkRead(core, threads, reads)
  const conversations = createConversationActions(core, markRead)
  const frame = createFrameActions(core, threads)
  const { meetingStarts } = frame
  const live = createLive(core, { threads, conversations, people, typing, markRead, meetingStarts })
  const goToLatest = async (key: ThreadKey) => {
    if (!conversationOf(core, key).hasNewer) return
    await markRead(key)
    await conversations.reload(key)
  }
  const sending = createSendingActions(core, conversations, live.received, (key) => void goToLatest(key))
  const { bindUploads, ...uploads } = createUploadActions(core, { received: live.received, sending })
  const { bindOutbox, ...sendingActions } = sending
  const select = createSelect(core, { threads, conversations, people, markRead })
  const view = createViewActions(core, conversations, select)
  const changes = createThreadChanges(core, threads, (key) => {
    if (store.getState().selected === key) select(null)
  })
  const groups = createGroupActions(core, { threads, people, select })
  const snooze = createSnoozeActions(core)
  const status = createStatusActions(core)
  const { bindPins, ...pins } = createPinActions(core)
  const { bindTopics, ...topics } = createTopicActions(core, threads.loadThreads)
  const { bindSharedThings, ...sharedThings } = createSharedThingActions(core, live.received)
  const messages = createMessageActions(core, threads, view)
  const deliveries = createDeliveryStatusActions(core)
  const readWhatIsSeen = () => {
    const { selected } = store.getState()
    if (!selected || !core.isWatched()) return
    if ((threadOf(store.getState(), selected)?.unread ?? 0) > 0) void markRead(selected)
  }
  let ends: (() => void)[] = []

  return {
    ...threads,
    ...conversations,
    ...uploads,
    ...createAssistantActions(core),
    ...sendingActions,
    ...people,
    ...view,
    ...frame,
    ...changes,
    ...groups,
    ...snooze,
    ...status,
    ...pins,
    ...topics,
    ...sharedThings,
    ...createSearchActions(core),
    ...messages,
    ...createSmallImages(core),
    keystroke: typing.keystroke,
    onIncoming: live.onIncoming,
    store,
    start() {
      if (ends.length > 0) return
      page.addEventListener('visibilitychange', readWhatIsSeen)
      page.defaultView?.addEventListener('pagehide', core.drafts.flush)
      ends = [
        live.bind(),
        status.watchStatus(),
        snooze.watchSnoozes(),
        followDrafts(core),
        followQuickMessages(core, live.received),
        bindUploads(page.defaultView),
        bindPins(),
        bindTopics(),
        bindSharedThings(),
        deliveries.bindStatuses(),
        bindOutbox(),
        core.hub.onConnected(() => void reads.tellKept()),
        () => page.removeEventListener('visibilitychange', readWhatIsSeen),
        () => page.defaultView?.removeEventListener('pagehide', core.drafts.flush),
      ]
      void core.hub.start()
      void threads.loadThreads()
    },
    stop() {
      for (const end of ends) end()
      ends = []
      typing.stopAll()
      core.drafts.flush()
      void core.hub.stop()
    },
    show() {
      screens++
      readWhatIsSeen()
      return () => {
        screens--
      }
    },
    select,
    retry: (key) => void conversations.reload(key).then(() => markRead(key)),
    goToLatest,
    async startConversation(userID) {
      const threadID = await people.startWith(userID)
      if (threadID === null) return false
      await threads.loadThreads()
      const thread = store
        .getState()
        .threads.find((row) => row.type === 'THREAD' && row.sourceID === threadID)
      if (!thread) return false
      select(keyOf(thread))
      return true
    },
  }
}

/** Marks a conversation as read on the server and tells the others who is looking (decisions, Chat). */
function createMarkRead(core: ChatCore, threads: ThreadActions, reads: Reads) {
  return async (key: ThreadKey): Promise<void> => {
    const thread = threadOf(core.store.getState(), key)
    if (!thread) return
    const { source, sourceID } = thread
    threads.clearUnread(key)
    core.hub.invoke('focusOnThread', source, sourceID).catch(() => {
      // Where the hub is away the screen says so anyway.
      if (core.store.getState().hub === 'connected') core.services.notices.show('info', TEXT.reconnectingHub)
    })
    await reads.tell(key)
  }
}

interface SelectParts {
  readonly threads: ThreadActions
  readonly conversations: ConversationActions
  readonly people: PeopleActions
  readonly markRead: (key: ThreadKey) => Promise<void>
}

/** Opens a conversation: its messages, then read, then refreshed after a second (spec 2 §4). */
function createSelect(core: ChatCore, { threads, conversations, people, markRead }: SelectParts) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (key: ThreadKey | null): void => {
    const { store } = core
    if (store.getState().selected === key) return
    clearTimeout(timer)
    core.drafts.flush()
    conversations.setAtBottom(true)
    const unread = key !== null && (threadOf(store.getState(), key)?.unread ?? 0) > 0
    store.setState({ selected: key, heldUnread: unread ? key : null })
    if (key === null) return
    const still = () => store.getState().selected === key
    // First the page around what is unread, then read: afterwards the server no longer knows the place.
    // The members come after the messages, too: those are what people wait for.
    void conversations.open(key).then(() => {
      if (!still()) return
      void markRead(key)
      void people.loadMembers(key)
    })
    timer = setTimeout(() => {
      if (still()) void threads.refreshThread(key).then(() => people.loadMembers(key))
    }, REFRESH_AFTER_SELECTION_MS)
  }
}
