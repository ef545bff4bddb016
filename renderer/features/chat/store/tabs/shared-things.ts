import type { ChatDocument, ChatMessage, Poll } from '#shared/contract/chat-entities.ts'
import {
  closePoll,
  loadChatDocument,
  loadChatDocuments,
  loadPoll,
  loadPolls,
  newChatDocument,
  newPoll,
  saveChatDocument,
  votePoll,
} from '#shared/contract/chat-shared-things.ts'
import { ApiError, reasonOf } from '../../../../services/http/api-client.ts'
import { type ChatCore, failed, threadOf } from '../core.ts'
import { keyOf, type ThreadKey } from '../state.ts'
import { NOT_SHOWN, type Shown, withLatest } from './tab-state.ts'

/** What a new poll asks. */
export interface PollDraft {
  readonly question: string
  readonly options: readonly string[]
  readonly isMultiple: boolean
  readonly isAnonymous: boolean
  /** ISO 8601, or null where it stays open until it is closed. */
  readonly closesAt: string | null
}

export interface DocumentText {
  readonly title: string
  readonly text: string
}

/** How saving went; at a conflict the document as it now stands is loaded. */
export type Saved = 'saved' | 'conflict' | 'failed'

export interface SharedThingActions {
  /** Loads what polls and documents a conversation has. Nobody is told where that fails. */
  loadSharedThings(key: ThreadKey): Promise<void>
  loadPoll(id: number): Promise<void>
  /** Shows the votes at once; takes them back where the server refuses them. */
  vote(id: number, optionIDs: readonly number[]): Promise<void>
  closePoll(id: number): Promise<void>
  /** @param attempt the same for every try of one poll, so that it is asked once. Null where it failed; the person was told. */
  createPoll(key: ThreadKey, draft: PollDraft, attempt: string): Promise<Poll | null>
  loadDocument(id: number): Promise<void>
  /** @param version the one that was read: a later one isn't written over */
  saveDocument(id: number, text: DocumentText, version: number): Promise<Saved>
  createDocument(key: ThreadKey, text: DocumentText, attempt: string): Promise<ChatDocument | null>
}

/** The poll as it will stand with these votes of the person. */
export function withVotes(poll: Poll, optionIDs: readonly number[], myName: string): Poll {
  const voted = poll.options.some(({ isMine }) => isMine)
  return {
    ...poll,
    voters: poll.voters + Number(optionIDs.length > 0) - Number(voted),
    options: poll.options.map((option) => {
      const isMine = optionIDs.includes(option.id)
      if (isMine === option.isMine) return option
      const names = isMine ? [...option.names, myName] : option.names.filter((name) => name !== myName)
      return {
        ...option,
        isMine,
        votes: option.votes + (isMine ? 1 : -1),
        names: poll.isAnonymous ? [] : names,
      }
    }),
  }
}

/** Polls and documents of conversations (spec 2 §2). */
export function createSharedThingActions(
  core: ChatCore,
  received: (key: ThreadKey, message: ChatMessage) => void,
): SharedThingActions & { readonly bindSharedThings: () => () => void } {
  const { store, services, hub } = core
  const setPoll = (id: number, change: Partial<Shown<Poll>>) =>
    store.setState(({ polls }) => ({ polls: { ...polls, [id]: { ...(polls[id] ?? NOT_SHOWN), ...change } } }))
  const setDocument = (id: number, change: Partial<Shown<ChatDocument>>) =>
    store.setState(({ documents }) => ({
      documents: { ...documents, [id]: { ...(documents[id] ?? NOT_SHOWN), ...change } },
    }))
  const ready = { load: { state: 'ready' } } as const
  /** Which vote of each poll is the newest: an answer to an older one says nothing any more. */
  const votes = new Map<number, number>()
  const nextVote = (id: number) => {
    const mine = (votes.get(id) ?? 0) + 1
    votes.set(id, mine)
    return mine
  }

  /** Loads something; what is shown stays where that fails. */
  async function show<Thing>(
    before: Shown<Thing> | undefined,
    set: (change: Partial<Shown<Thing>>) => void,
    load: () => Promise<Thing>,
  ): Promise<void> {
    if (!before?.thing) set({ load: { state: 'loading' } })
    try {
      set({ ...ready, thing: await load() })
    } catch (error) {
      if (!before?.thing) set({ load: failed(error) })
    }
  }

  /** Null where the server knows no such call, none where it fails otherwise. */
  const listed = <Thing>(call: Promise<readonly Thing[]>): Promise<readonly Thing[] | null> =>
    call.catch((error: unknown) => (error instanceof ApiError && error.status === 404 ? null : []))

  const actions: SharedThingActions = {
    async loadSharedThings(key) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return
      const address = { source: thread.source, sourceID: thread.sourceID }
      const quiet = { quiet: true }
      const [polls, documents] = await Promise.all([
        listed(services.api.call(loadPolls, address, quiet)),
        listed(services.api.call(loadChatDocuments, address, quiet)),
      ])
      store.setState(({ sharedThings }) => ({
        sharedThings: withLatest(sharedThings, key, { polls, documents }),
      }))
    },
    async loadPoll(id) {
      const asked = votes.get(id)
      await show(
        store.getState().polls[id],
        (change) => {
          // A vote on its way is newer than what was asked for before it.
          if (votes.get(id) === asked || !change.thing) setPoll(id, change)
        },
        () => services.api.call(loadPoll, { pollID: id }, { quiet: true }),
      )
    },
    async vote(id, optionIDs) {
      const before = store.getState().polls[id]?.thing
      if (!before || before.isClosed) return
      const mine = nextVote(id)
      setPoll(id, { thing: withVotes(before, optionIDs, store.getState().me.name) })
      try {
        const poll = await services.api.call(votePoll, { pollID: id, optionIDs: [...optionIDs] })
        if (votes.get(id) === mine) setPoll(id, { thing: poll })
      } catch {
        if (votes.get(id) !== mine) return
        setPoll(id, { thing: before })
        void actions.loadPoll(id)
      }
    },
    async closePoll(id) {
      const poll = await services.api.call(closePoll, { pollID: id }).catch(() => null)
      if (poll) setPoll(id, { thing: poll })
    },
    async createPoll(key, draft, attempt) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return null
      const { source, sourceID } = thread
      const request = { ...draft, options: [...draft.options], source, sourceID }
      try {
        const { poll, message } = await services.api.call(newPoll, request, { idempotencyKey: attempt })
        received(keyOf(thread), message)
        setPoll(poll.id, { ...ready, thing: poll })
        return poll
      } catch {
        return null
      }
    },
    loadDocument: (id) =>
      show(
        store.getState().documents[id],
        (change) => setDocument(id, change),
        () => services.api.call(loadChatDocument, { documentID: id }, { quiet: true }),
      ),
    async saveDocument(id, text, version) {
      try {
        const request = { documentID: id, ...text, version }
        setDocument(id, {
          ...ready,
          thing: await services.api.call(saveChatDocument, request, { quiet: true }),
        })
        return 'saved'
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
          await actions.loadDocument(id)
          return 'conflict'
        }
        services.notices.show('error', reasonOf(error))
        return 'failed'
      }
    },
    async createDocument(key, text, attempt) {
      const thread = threadOf(store.getState(), key)
      if (!thread) return null
      const { source, sourceID } = thread
      try {
        const request = { source, sourceID, ...text }
        const made = await services.api.call(newChatDocument, request, { idempotencyKey: attempt })
        received(keyOf(thread), made.message)
        setDocument(made.document.id, { ...ready, thing: made.document })
        return made.document
      } catch {
        return null
      }
    },
  }
  /** What is open is loaded again, whatever was heard of it meanwhile; the rest is forgotten. */
  const refreshOpen = () => {
    const { dialog, polls, documents } = store.getState()
    const poll = dialog?.kind === 'poll' ? polls[dialog.id] : undefined
    const document = dialog?.kind === 'document' ? documents[dialog.id] : undefined
    const id = dialog && 'id' in dialog ? dialog.id : 0
    store.setState({ polls: poll ? { [id]: poll } : {}, documents: document ? { [id]: document } : {} })
    if (poll) void actions.loadPoll(id)
    if (document) void actions.loadDocument(id)
  }

  return {
    ...actions,
    bindSharedThings() {
      const offs = [
        hub.on('pollChanged', ({ pollID }) => {
          if (store.getState().polls[pollID]) void actions.loadPoll(pollID)
        }),
        hub.on('documentChanged', ({ documentID }) => {
          if (store.getState().documents[documentID]) void actions.loadDocument(documentID)
        }),
        hub.onConnected((again) => {
          if (again) refreshOpen()
        }),
      ]
      return () => {
        for (const off of offs) off()
      }
    },
  }
}
