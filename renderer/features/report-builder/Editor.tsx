import { Button, Checkbox, Menu, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowLeft, IconDots, IconPlayerPlay } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import {
  deleteReport,
  previewReport,
  type reportDefinitions,
  runReport,
  type SavedReport,
  saveReport,
} from '#shared/contract/reports.ts'
import type { ReportTemplate } from '#shared/domain/report-templates.ts'
import { REPORT_NAME_MAX, type ReportDefinition } from '#shared/domain/reports.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Definition, freshOf } from './Definition.tsx'
import { sent, useReload } from './queries.ts'
import { type Behind, RecordsBehind } from './RecordsBehind.tsx'
import styles from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import { ResultsDialog } from './ResultsDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { TEXT } from './text.ts'

type Answer = z.output<typeof reportDefinitions.response>
export type Sources = Answer['sources']

/** What is typed and not saved. */
interface Draft {
  readonly name: string
  readonly definition: ReportDefinition
  readonly sharing: 'NOBODY' | 'ROLES' | 'ALL'
  readonly roleIDs: readonly number[]
}

interface EditorProps {
  /** Null for a new one. */
  readonly report: SavedReport | null
  readonly template: ReportTemplate | null
  readonly sources: Sources
  readonly roles: Answer['roles']
}

const PREVIEW_WAITS_MS = 250

function draftOf(report: SavedReport | null, template: ReportTemplate | null, sources: Sources): Draft {
  if (report)
    return {
      name: report.name,
      definition: report.definition,
      sharing: report.isShared ? 'ALL' : report.roleIDs.length > 0 ? 'ROLES' : 'NOBODY',
      roleIDs: report.roleIDs,
    }
  return {
    name: template?.name ?? '',
    definition:
      template?.definition ??
      freshOf(sources, sources.find(({ name }) => name === 'person')?.name ?? sources[0]?.name ?? ''),
    sharing: 'NOBODY',
    roleIDs: [],
  }
}

/** What is typed, kept over a reload until it is saved or discarded. */
function useDraft(place: string, before: Draft) {
  const { storage } = useServices()
  const userName = useSession(({ user }) => user?.userName ?? '')
  const key = `${userName}/report/${place}`
  const [draft, setDraft] = useState<Draft>(
    () => (storage.get('formDrafts')?.[key] as Draft | undefined) ?? before,
  )
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const keep = (next: Draft | null) => {
    const { [key]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', next === null ? others : { ...others, [key]: { ...next } })
  }
  return {
    draft,
    isChanged,
    set: (part: Partial<Draft>) => {
      const next = { ...draft, ...part }
      setDraft(next)
      keep(JSON.stringify(next) === JSON.stringify(before) ? null : next)
    },
    forget: () => keep(null),
  }
}

/** The value as it was once it rested for that long, so that the server isn't asked with each key. */
function useLater<T>(value: T, ms: number): T {
  const { timers } = useServices()
  const [later, setLater] = useState(value)
  useEffect(() => timers.after(ms, () => setLater(value)), [timers, value, ms])
  return later
}

/** Builds a report: what it is made of at the left, what comes of it beside it, at once. */
export function Editor({ report, template, sources, roles }: EditorProps) {
  const { api, notices, prompts } = useServices()
  const [, setParams] = useSearchParams()
  const reload = useReload()
  const { draft, isChanged, set, forget } = useDraft(
    report ? String(report.id) : `new-${template?.name ?? ''}`,
    draftOf(report, template, sources),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [behind, setBehind] = useState<Behind | null>(null)
  const [dialog, setDialog] = useState<'schedule' | 'results' | null>(null)
  const isMine = report?.isMine ?? true
  const form = useRef<HTMLFormElement>(null)

  /** Saves what is there, as a new report where it isn't the person's own. Gives it, or null where it was refused. */
  const save = async (asCopy: boolean): Promise<SavedReport | null> => {
    setBusy(true)
    setProblem(null)
    const isNew = asCopy || !report || !isMine
    const name = isNew && report && draft.name === report.name ? TEXT.copyOf(draft.name) : draft.name
    try {
      const saved = await api.call(
        saveReport,
        {
          ...(isNew ? {} : { id: report.id, version: report.version }),
          name,
          definition: sent(draft.definition),
          isShared: draft.sharing === 'ALL',
          roleIDs: draft.sharing === 'ROLES' ? [...draft.roleIDs] : [],
        },
        { quiet: true },
      )
      forget()
      await reload()
      notices.show('success', TEXT.saved)
      if (isNew) setParams({ report: String(saved.id) })
      return saved
    } catch (error) {
      setProblem(refusalOf(error))
      return null
    } finally {
      setBusy(false)
    }
  }
  const run = async () => {
    const saved = isChanged || !report ? await save(false) : report
    if (!saved) return
    try {
      const { id } = await api.call(runReport, { id: saved.id }, { quiet: true })
      setParams({ result: String(id) })
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  const remove = async () => {
    if (!report) return
    const question = {
      title: TEXT.deleteTitle(report.name),
      text: TEXT.deleteText,
      yes: TEXT.deleteYes,
      no: TEXT.keep,
    }
    if (!(await prompts.ask(question))) return
    try {
      await api.call(deleteReport, { id: report.id, version: report.version }, { quiet: true })
      forget()
      setParams({})
      await reload()
      notices.show('success', TEXT.deleted)
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  const leave = async () => {
    const question = { title: TEXT.discardTitle, text: '', yes: TEXT.discard, no: TEXT.keepEditing }
    if (isChanged && !(await prompts.ask(question))) return
    forget()
    setParams({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.name.trim() !== '' && !isBusy) void save(false)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return
    if (event.key === 's') {
      event.preventDefault()
      form.current?.requestSubmit()
    }
    if (event.key === 'Enter' && draft.name.trim() !== '') {
      event.preventDefault()
      void run()
    }
  }
  const hasName = draft.name.trim() !== ''
  return (
    <section className={styles.editor} aria-label={draft.name || TEXT.newReport} onKeyDown={onKeyDown}>
      <form ref={form} className={styles.head} onSubmit={submit}>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void leave()}
        >
          {TEXT.back}
        </Button>
        <TextInput
          className={styles.name ?? ''}
          aria-label={TEXT.name}
          placeholder={TEXT.nameHint}
          maxLength={REPORT_NAME_MAX}
          value={draft.name}
          data-autofocus={report ? undefined : true}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {isChanged ? <span className={styles.unsaved}>{TEXT.unsaved}</span> : null}
        <div className={styles.actions}>
          {report ? (
            <>
              <Button size="sm" variant="default" onClick={() => setDialog('results')}>
                {TEXT.results}
              </Button>
              {isMine ? (
                <Button size="sm" variant="default" onClick={() => setDialog('schedule')}>
                  {TEXT.schedule}
                </Button>
              ) : null}
            </>
          ) : null}
          <Button type="submit" size="sm" variant="default" loading={isBusy} disabled={!hasName}>
            {isMine ? TEXT.save : TEXT.saveAs}
          </Button>
          <Button
            size="sm"
            disabled={!hasName || isBusy}
            leftSection={<IconPlayerPlay size={15} stroke={1.8} aria-hidden="true" />}
            onClick={() => void run()}
          >
            {TEXT.run}
          </Button>
          {report && isMine ? (
            <Menu position="bottom-end" shadow="md" withinPortal>
              <Menu.Target>
                <Button size="sm" variant="default" px={8} aria-label={TEXT.more}>
                  <IconDots size={16} aria-hidden="true" />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => void save(true)}>{TEXT.saveAs}</Menu.Item>
                <Menu.Item color="var(--fw-danger)" onClick={() => void remove()}>
                  {TEXT.delete}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : null}
        </div>
      </form>
      {report && !isMine ? <p className={styles.told}>{TEXT.notYours(report.ownerName)}</p> : null}
      {report?.schedule?.paused ? (
        <p className={styles.warned} role="status">
          {TEXT.pausedBecause(report.schedule.paused)}
        </p>
      ) : null}
      <Problem>{problem}</Problem>
      <div className={styles.split}>
        <section className={styles.side} aria-label={TEXT.definition}>
          <Definition
            sources={sources}
            definition={draft.definition}
            onChange={(definition) => set({ definition })}
          />
          {isMine ? <Sharing draft={draft} roles={roles} onChange={set} /> : null}
        </section>
        <Preview definition={draft.definition} onOpen={setBehind} />
      </div>
      <RecordsBehind behind={behind} onClose={() => setBehind(null)} />
      <ResultsDialog report={dialog === 'results' ? report : null} onClose={() => setDialog(null)} />
      <ScheduleDialog report={dialog === 'schedule' ? report : null} onClose={() => setDialog(null)} />
    </section>
  )
}

function Sharing({
  draft: { sharing, roleIDs },
  roles,
  onChange,
}: {
  readonly draft: Draft
  readonly roles: Answer['roles']
  readonly onChange: (part: Partial<Draft>) => void
}) {
  const sharings = Object.entries(TEXT.sharings) as [Draft['sharing'], string][]
  return (
    <fieldset className={styles.row}>
      <legend>{TEXT.sharing}</legend>
      <NativeSelect
        aria-label={TEXT.sharing}
        value={sharing}
        data={sharings.map(([value, label]) => ({ value, label }))}
        onChange={(event) => {
          const next = sharings.find(([value]) => value === event.currentTarget.value)
          onChange({ sharing: next?.[0] ?? 'NOBODY' })
        }}
      />
      {sharing === 'ROLES' ? (
        <fieldset className={styles.roles} aria-label={TEXT.roles}>
          {roles.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={roleIDs.includes(id)}
              onChange={() =>
                onChange({
                  roleIDs: roleIDs.includes(id) ? roleIDs.filter((one) => one !== id) : [...roleIDs, id],
                })
              }
            />
          ))}
        </fieldset>
      ) : null}
      {sharing === 'NOBODY' ? null : <p className={styles.hint}>{TEXT.sharingHint}</p>}
    </fieldset>
  )
}

function Preview({
  definition,
  onOpen,
}: {
  readonly definition: ReportDefinition
  readonly onOpen: (behind: Behind) => void
}) {
  const { api } = useServices()
  const asked = useLater(definition, PREVIEW_WAITS_MS)
  const isEmpty = asked.rows.length + asked.columns.length + asked.measures.length === 0
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['report-preview', asked],
    queryFn: ({ signal }) => api.call(previewReport, { definition: sent(asked) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: !isEmpty && asked.source !== '',
  })
  const isBusy = isFetching || asked !== definition
  return (
    <section className={styles.preview} aria-label={TEXT.preview} aria-busy={isBusy}>
      <header>
        <h2>{TEXT.preview}</h2>
        <span role="status">
          {isBusy ? TEXT.working : data && !isEmpty ? TEXT.records(data.total.count) : ''}
        </span>
      </header>
      {isEmpty ? (
        <EmptyState title={TEXT.chooseSomething} />
      ) : error ? (
        <LoadFailure title={TEXT.previewFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          {data.isNarrowed ? <p className={styles.told}>{TEXT.narrowed}</p> : null}
          {data.isPartial ? <p className={styles.told}>{TEXT.partial}</p> : null}
          {data.lineCount === 0 && data.total.count === 0 ? (
            <EmptyState title={asked.filters.length > 0 ? TEXT.nothing : TEXT.nothingYet} />
          ) : (
            <ReportTable
              result={data}
              onOpen={(path, what) => onOpen({ of: { definition: asked }, path, what })}
            />
          )}
          <p className={styles.hint}>{TEXT.of(data.lines.length, data.lineCount)}</p>
        </>
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </section>
  )
}
