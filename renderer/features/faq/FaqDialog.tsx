import './mantine-styles.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { IconHelpCircle, IconRoute, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FaqArticle, missFaq, publishedFaq, rateFaq, toursForMe, viewFaq } from '#shared/contract/faq.ts'
import { FAQ_SEARCH_MAX, FAQ_SEARCH_MIN, hasFaqWords } from '#shared/domain/faq.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { startTour } from '../tours/index.ts'
import styles from './Faq.module.css'
import { FAQ_TEXT as TEXT } from './text.ts'

interface FaqDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['faq']
}

/** The questions that are answered for the person, searched by their words (spec 1 §2.8, 5 §5.13). */
export function FaqDialog({ opened, onClose, params }: FaqDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={TEXT.title} size={680}>
      {opened ? <Questions key={params?.id} wanted={params?.id ?? null} onClose={onClose} /> : null}
    </Modal>
  )
}

/** A search without a result is noted once nobody has typed for so long, in milliseconds. */
const MISS_REST_MS = 2000

/** Notes what is looked for in vain, each search once: as soon as the typing rests, or `now`. */
function useMisses(text: string, isMissed: boolean): () => void {
  const { api, timers } = useServices()
  const noted = useRef(new Set<string>())
  const note = () => {
    const searchTerm = text.trim().slice(0, FAQ_SEARCH_MAX)
    if (!isMissed || searchTerm.length < FAQ_SEARCH_MIN || noted.current.has(searchTerm)) return
    noted.current.add(searchTerm)
    // Nothing that the person waits for.
    void api.call(missFaq, { searchTerm }, { quiet: true }).catch(() => {})
  }
  const latest = useRef(note)
  useEffect(() => {
    latest.current = note
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the wait anew
  useEffect(
    () => (isMissed ? timers.after(MISS_REST_MS, () => latest.current()) : undefined),
    [text, isMissed, timers],
  )
  return note
}

function Questions({ wanted, onClose }: { wanted: number | null; onClose: () => void }) {
  const { api, dialogs } = useServices()
  const { data, error, refetch } = useQuery(faqQuery(api))
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isThere = data !== undefined
  const found = (data ?? []).filter((article) => hasFaqWords(article, text))
  const noteMiss = useMisses(text, isThere && text.trim() !== '' && found.length === 0)
  useEffect(() => {
    // The questions may come after the dialog has taken the focus.
    if (isThere && wanted === null) field.current?.focus()
  }, [isThere, wanted])
  if (error) {
    return (
      <LoadFailure
        icon={<IconHelpCircle size={26} />}
        title={TEXT.failed}
        reason={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  }
  if (data.length === 0)
    return (
      <div className={styles.faq}>
        <EmptyState icon={<IconHelpCircle size={26} />} title={TEXT.none} />
        <Tours onClose={onClose} />
      </div>
    )
  const categories = [...new Set(found.map(({ category }) => category))]
  return (
    <div className={styles.faq}>
      <TextInput
        type="search"
        aria-label={TEXT.search}
        placeholder={TEXT.search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        ref={field}
      />
      {found.length === 0 ? (
        <EmptyState title={TEXT.nothing}>
          <Button
            variant="default"
            onClick={() => {
              noteMiss()
              onClose()
              dialogs.open('raise-ticket')
            }}
          >
            {TEXT.ask}
          </Button>
        </EmptyState>
      ) : null}
      {categories.map((category) => (
        <section key={category} aria-label={category}>
          <h3>{category}</h3>
          {found
            .filter((article) => article.category === category)
            .map((article) => (
              <Question key={article.id} article={article} isOpen={article.id === wanted} />
            ))}
        </section>
      ))}
      {text.trim() === '' ? <Tours onClose={onClose} /> : null}
    </div>
  )
}

/** Guided tours that the person can take; nothing where there are none. */
function Tours({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const { data } = useQuery(toursQuery(services.api))
  if (!data || data.length === 0) return null
  const start = async (id: number) => {
    onClose()
    await startTour(services, id)
  }
  return (
    <section aria-label={TEXT.tours}>
      <h3>{TEXT.tours}</h3>
      <div className={styles.tours}>
        {data.map(({ id, name }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            leftSection={<IconRoute size={15} stroke={1.8} aria-hidden="true" />}
            onClick={() => void start(id)}
          >
            {name}
          </Button>
        ))}
      </div>
    </section>
  )
}

function Question({ article, isOpen }: { article: FaqArticle; isOpen: boolean }) {
  const { api } = useServices()
  const { id, question, answer } = article
  const [helpful, setHelpful] = useState(article.helpful)
  const isViewed = useRef(false)
  const view = () => {
    if (isViewed.current) return
    isViewed.current = true
    void api.call(viewFaq, { id }, { quiet: true }).catch(() => {})
  }
  const rate = async (next: boolean) => {
    const before = helpful
    setHelpful(next)
    try {
      await api.call(rateFaq, { id, helpful: next })
    } catch {
      // The person was told.
      setHelpful(before)
    }
  }
  return (
    <details
      className={styles.question}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) view()
      }}
    >
      <summary {...(isOpen && { 'data-autofocus': true })}>{question}</summary>
      {answer.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <fieldset className={styles.helpful}>
        <legend>{TEXT.helpful}</legend>
        {([true, false] as const).map((value) => (
          <Button
            key={String(value)}
            size="compact-xs"
            variant={helpful === value ? 'light' : 'default'}
            aria-pressed={helpful === value}
            onClick={() => void rate(value)}
          >
            {value ? TEXT.yes : TEXT.no}
          </Button>
        ))}
      </fieldset>
    </details>
  )
}

/** What is published for the person; read anew when the dialog opens, for some may be withdrawn. */
const faqQuery = (api: ApiClient) => ({
  queryKey: ['faq'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(publishedFaq, undefined, { quiet: true, signal }),
  staleTime: 10_000,
})

/** Tours that the person can take. */
const toursQuery = (api: ApiClient) => ({
  queryKey: ['faq', 'tours'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(toursForMe, undefined, { quiet: true, signal }),
  staleTime: 60 * 60_000,
})
