import type { AreaHandlers } from '../http/handlers.ts'
import { requireMemberThread } from './access.ts'
import type { ChatParts } from './parts.ts'
import { mentionList, searchAll, searchAssets, searchThread } from './searching.ts'

/** Every call of `shared/contract/chat-search.ts` (spec 2 §7). */
export function chatSearchHandlers({ db }: Pick<ChatParts, 'db'>): AreaHandlers<'chatSearch'> {
  const mentions: AreaHandlers<'chatSearch'>['searchMentionList'] = async (input, { caller: { userID } }) =>
    mentionList(db, userID, await requireMemberThread(db, userID, input), input)

  return {
    searchMessages: ({ messageSearchTerm }, { caller }) => searchAll(db, caller.userID, messageSearchTerm),

    searchChatMessages: async ({ id, source, messageSearchTerm }, { caller: { userID } }) => {
      const thread = await requireMemberThread(db, userID, { source, sourceID: id })
      return searchThread(db, userID, thread, messageSearchTerm)
    },

    searchTagAssets: ({ searchTerm }, { caller }) => searchAssets(db, caller, searchTerm),
    searchMentionList: mentions,
    searchTaskMentionList: mentions,
  }
}
