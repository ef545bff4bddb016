import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { isSearchable } from '../store/tabs/search.ts'
import type { MessageSearch } from '../store/tabs/tab-state.ts'
import { TEXT } from '../text.ts'
import { isOld } from './is-old.ts'
import { ResultSkeletons } from './ResultSkeletons.tsx'

/** Tells how many messages were found, for those who don't see them. */
export function SearchStatus({ search, count }: { search: MessageSearch<unknown>; count: number }) {
  const text =
    search.load.state === 'loading'
      ? TEXT.searching
      : search.load.state === 'ready' && !isOld(search) && count > 0
        ? TEXT.found(count)
        : ''
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  )
}

interface SearchAnswerProps {
  readonly search: MessageSearch<unknown>
  readonly hint: string
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** What was found; before that what to do, while it is looked for, without a result, and where it failed. */
export function SearchAnswer({ search, hint, onRetry, children }: SearchAnswerProps) {
  const { load, found, term, typed } = search
  if (load.state === 'error')
    return <LoadFailure title={TEXT.searchFailed} reason={load.message} onRetry={onRetry} />
  if (found.length > 0) return children
  if (load.state === 'loading') return <ResultSkeletons />
  if (term !== '' && !isOld(search))
    return <EmptyState icon={<IconSearchOff size={26} stroke={1.6} />} title={TEXT.nothingFound(term)} />
  return isSearchable(typed) ? (
    <ResultSkeletons />
  ) : (
    <EmptyState icon={<IconSearch size={26} stroke={1.6} />} title={hint} />
  )
}
