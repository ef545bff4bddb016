import { useChat, useChatState } from '../chat-context.tsx'
import { useChatMode } from '../modes/mode-context.tsx'
import { FoundMessage } from '../search/FoundMessage.tsx'
import { isOld } from '../search/is-old.ts'
import searchStyles from '../search/Search.module.css'
import { SearchAnswer, SearchStatus } from '../search/SearchAnswer.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { useResultKeys } from '../search/use-result-keys.ts'
import type { ThreadKey } from '../store/state.ts'
import { EMBEDDED_SEARCH_DEBOUNCE_MS, THREAD_SEARCH_DEBOUNCE_MS } from '../store/tabs/search.ts'
import { EMPTY_SEARCH } from '../store/tabs/tab-state.ts'
import { TEXT } from './text.ts'

/** The search within one conversation (spec 2 §5). What was found stays while the person looks at one of them. */
export function SearchTab({ threadKey }: { threadKey: ThreadKey }) {
  const chat = useChat<'searchThread' | 'searchThreadNow' | 'showMessage'>()
  const search = useChatState((state) => state.threadSearches[threadKey]) ?? EMPTY_SEARCH
  const { frame, focusFirst, onKeyDown } = useResultKeys<HTMLDivElement>()
  const { isEmbedded } = useChatMode()
  const debounce = isEmbedded ? EMBEDDED_SEARCH_DEBOUNCE_MS : THREAD_SEARCH_DEBOUNCE_MS
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go through what is in it
    <div ref={frame} className={searchStyles.section} onKeyDown={onKeyDown}>
      <div className={searchStyles.box}>
        <SearchBox
          focusFirst
          label={TEXT.searchMessages}
          value={search.typed}
          busy={search.load.state === 'loading'}
          onChange={(typed) => chat.searchThread(threadKey, typed, debounce)}
          onSubmit={() => chat.searchThreadNow(threadKey)}
          onLeave={focusFirst}
        />
      </div>
      <SearchStatus search={search} count={search.found.length} />
      <div className={searchStyles.results} data-old={isOld(search)}>
        <SearchAnswer
          search={search}
          hint={TEXT.searchThreadHint}
          onRetry={() => chat.searchThreadNow(threadKey)}
        >
          <ul>
            {search.found.map((message) => (
              <li key={message.id}>
                <FoundMessage
                  data-result
                  message={message}
                  term={search.term}
                  onClick={() => void chat.showMessage(threadKey, message.id)}
                />
              </li>
            ))}
          </ul>
        </SearchAnswer>
      </div>
    </div>
  )
}
