import { Button, Checkbox, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BRIEF_MAX, type ProjectBrief, projectBrief, saveProjectBrief } from '#shared/contract/briefs.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Briefs.module.css'
import { BRIEF_TEXT as TEXT } from './text.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const CONFLICT = 409

/** The brief of a project, as who edits projects writes it; how many have read this text stands under it. */
export function BriefEditor({ projectID }: { readonly projectID: number }) {
  const { api } = useServices()
  const { data, error } = useQuery({
    queryKey: ['project-brief', projectID],
    queryFn: ({ signal }) => api.call(projectBrief, { projectID }, { quiet: true, signal }),
    // What is being written isn't taken away by a look at another window.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (error) return <Problem>{reasonOf(error)}</Problem>
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  return <Form key={data.version} brief={data} />
}

function Form({ brief }: { readonly brief: ProjectBrief }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [text, setText] = useState(brief.text)
  const [isRequired, setRequired] = useState(brief.isRequired)
  const [problem, setProblem] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { projectID, project, version, changedAt, changedBy, readers } = brief
  const isSame = text.trim() === brief.text && isRequired === brief.isRequired
  const key = ['project-brief', projectID]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const saved = await api.call(
        saveProjectBrief,
        { projectID, text, isRequired, version },
        { quiet: true },
      )
      client.setQueryData(key, saved)
      notices.show('success', TEXT.saved(project))
    } catch (failure) {
      setProblem(reasonOf(failure))
      setConflict(failure instanceof ApiError && failure.status === CONFLICT)
    }
    setBusy(false)
  }
  const when = changedAt === null ? null : MOMENT.format(Date.parse(changedAt))
  return (
    <form className={styles.form} aria-label={TEXT.title} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={TEXT.label}
        description={TEXT.hint}
        value={text}
        maxLength={BRIEF_MAX}
        autosize
        minRows={4}
        maxRows={14}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Checkbox
        label={TEXT.required}
        checked={isRequired}
        onChange={(event) => setRequired(event.currentTarget.checked)}
      />
      {when === null || brief.text === '' ? null : (
        <p>
          {changedBy === null ? TEXT.at(when) : TEXT.by(changedBy, when)}{' '}
          {readers === 0 ? TEXT.none : TEXT.readers(readers)}
          {text.trim() === brief.text ? '' : ` ${TEXT.anew}`}
        </p>
      )}
      {problem === null ? null : <Problem>{problem}</Problem>}
      <div className={styles.buttons}>
        <Button type="submit" size="xs" loading={isBusy} disabled={isSame}>
          {TEXT.save}
        </Button>
        {isConflict ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void client.invalidateQueries({ queryKey: key })}
          >
            {TEXT.theirs}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
