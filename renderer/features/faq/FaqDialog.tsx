import './mantine-styles.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { IconHelpCircle, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FaqArticle } from '#shared/contract/faq.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Faq.module.css'
import { faqQuery } from './queries.ts'
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

/** All the words, wherever they stand. */
function has({ question, answer, category }: FaqArticle, text: string): boolean {
  const all = `${question} ${answer} ${category}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}

function Questions({ wanted, onClose }: { wanted: number | null; onClose: () => void }) {
  const { api, dialogs } = useServices()
  const { data, error, refetch } = useQuery(faqQuery(api))
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isThere = data !== undefined
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
  if (data.length === 0) return <EmptyState icon={<IconHelpCircle size={26} />} title={TEXT.none} />
  const found = data.filter((article) => has(article, text.trim()))
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
    </div>
  )
}

function Question({ article: { question, answer }, isOpen }: { article: FaqArticle; isOpen: boolean }) {
  return (
    <details className={styles.question} open={isOpen}>
      <summary {...(isOpen && { 'data-autofocus': true })}>{question}</summary>
      {answer.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </details>
  )
}
