import type { SearchGroup } from '#shared/contract/chat-entities.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { SectionHead } from '../sections/SectionHead.tsx'
import { keyOf } from '../store/state.ts'
import { TEXT } from '../text.ts'
import { selectNamesakes } from '../threads/namesakes.ts'
import { FoundMessage } from './FoundMessage.tsx'
import { isOld } from './is-old.ts'
import styles from './Search.module.css'
import { SearchAnswer, SearchStatus } from './SearchAnswer.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useResultKeys } from './use-result-keys.ts'

/** The Search section: messages of all conversations, by conversation (spec 2 §2). */
export function SearchSection() {
  const chat = useChat<'searchFor' | 'searchNow'>()
  const search = useChatState((state) => state.search)
  const { frame, focusFirst, onKeyDown } = useResultKeys<HTMLElement>()
  return (
    <section ref={frame} className={styles.section} aria-label={TEXT.searchMessages} onKeyDown={onKeyDown}>
      <SectionHead title={TEXT.searchMessages} onPhoneOnly />
      <div className={styles.box}>
        <SearchBox
          label={TEXT.searchMessages}
          value={search.typed}
          busy={search.load.state === 'loading'}
          onChange={chat.searchFor}
          onSubmit={chat.searchNow}
          onLeave={focusFirst}
        />
      </div>
      <SearchStatus search={search} count={countOf(search.found)} />
      <div className={styles.results} data-old={isOld(search)}>
        <SearchAnswer search={search} hint={TEXT.searchHint} onRetry={chat.searchNow}>
          {search.found.map((group) => (
            <ResultGroup key={group.threadID} group={group} term={search.term} />
          ))}
        </SearchAnswer>
      </div>
    </section>
  )
}

const countOf = (groups: readonly SearchGroup[]): number =>
  groups.reduce((sum, { messages }) => sum + messages.length, 0)

function ResultGroup({ group, term }: { group: SearchGroup; term: string }) {
  const chat = useChat<'showMessage'>()
  const apart = useChatState((state) => selectNamesakes(state).get(keyOf(group)))
  const label = group.displayLabel || group.label
  const name = apart === undefined ? label : `${label} · ${apart}`
  return (
    <section className={styles.group} aria-label={TEXT.resultsFrom(name)}>
      <h3>
        {TEXT.resultsFrom(name)}
        <span>{group.messages.length}</span>
      </h3>
      <ul>
        {group.messages.map((message) => (
          <li key={message.id}>
            <FoundMessage
              data-result
              message={message}
              term={term}
              onClick={() => void chat.showMessage(keyOf(group), message.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
