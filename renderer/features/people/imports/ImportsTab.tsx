import './mantine-styles.ts'
import { Button, Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import {
  type ImportInfo,
  importReport,
  importTemplate,
  listImports,
  stopImport,
  undoImport,
  uploadImport,
} from '#shared/contract/people-import.ts'
import { IMPORT_STATES } from '#shared/domain/people-import.ts'
import { useServices } from '../../../services/context.tsx'
import { refusalOf } from '../../../services/http/refusal-of.ts'
import { saveFile } from '../../../services/page/save-file.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { momentWords } from '../words.ts'
import styles from './Imports.module.css'
import { IMPORT_UI } from './text.ts'
import { type Uploaded, Wizard } from './Wizard.tsx'

/** How often a running import is looked at, in milliseconds. */
const LOOK_MS = 700
const ACCEPTED = '.csv,.txt,.tsv,.xlsx'

/** Admin › Active users, Imports (spec 5 §3.3). */
export function ImportsTab() {
  const { api } = useServices()
  const client = useQueryClient()
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['people imports'],
    queryFn: () => api.call(listImports, {}, { quiet: true }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some((one) => one.state === 'RUNNING') ? LOOK_MS : false,
  })
  const reload = () => client.invalidateQueries({ queryKey: ['people imports'] })

  async function take(file: File | null | undefined): Promise<void> {
    if (!file) return
    setBusy(true)
    setProblem(null)
    try {
      setUploaded(await api.call(uploadImport, { file }, { quiet: true }))
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  if (uploaded)
    return (
      <Wizard
        uploaded={uploaded}
        onCancel={() => setUploaded(null)}
        onStarted={async () => {
          // The list that comes has the import in it.
          await reload()
          setUploaded(null)
        }}
      />
    )
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <section className={styles.page}>
      <h1>{IMPORT_UI.title}</h1>
      <p className={styles.lead}>{IMPORT_UI.lead}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the button */}
      <div className={styles.drop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />
        <FileButton accept={ACCEPTED} onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} loading={isBusy} leftSection={<IconUpload size={16} aria-hidden="true" />}>
              {IMPORT_UI.choose}
            </Button>
          )}
        </FileButton>
        <span>{IMPORT_UI.chooseHint}</span>
        <Button
          variant="subtle"
          size="xs"
          onClick={() => void api.call(importTemplate, {}).then(saveFile, () => {})}
        >
          {IMPORT_UI.template}
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <h2>{IMPORT_UI.past}</h2>
      <Past query={query} onChanged={() => void reload()} />
    </section>
  )
}

function Past({
  query,
  onChanged,
}: {
  readonly query: {
    readonly data: { readonly imports: readonly ImportInfo[] } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly onChanged: () => void
}) {
  if (query.error && !query.data)
    return (
      <LoadFailure
        title={IMPORT_UI.failed}
        reason={refusalOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data)
    return (
      <div role="status" aria-label={IMPORT_UI.loading}>
        <Skeleton width="80%" height={40} />
      </div>
    )
  const begun = query.data.imports.filter(({ startedAt }) => startedAt !== null)
  if (begun.length === 0) return <EmptyState title={IMPORT_UI.none} />
  return (
    <ul className={styles.past}>
      {begun.map((one) => (
        <OneImport key={one.id} info={one} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function OneImport({ info, onChanged }: { readonly info: ImportInfo; readonly onChanged: () => void }) {
  const { api, prompts } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [kept, setKept] = useState<readonly { number: number; name: string; message: string }[]>([])
  const [isUndoing, setUndoing] = useState(false)
  const { id, state } = info
  const isRunning = state === 'RUNNING'
  const run = async (work: () => Promise<unknown>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    onChanged()
  }
  const undo = async () => {
    const isSure = await prompts.ask({
      title: IMPORT_UI.undoTitle,
      text: IMPORT_UI.undoText,
      yes: IMPORT_UI.undo,
      no: IMPORT_UI.cancel,
    })
    if (!isSure) return
    setUndoing(true)
    await run(async () => {
      const answer = await api.call(undoImport, { id }, { quiet: true })
      setKept(answer.kept)
    })
    setUndoing(false)
  }
  const all = info.outcomes.ADD + info.outcomes.UPDATE
  return (
    <li>
      <div className={styles.what}>
        <strong>{info.fileName}</strong>
        <span className={styles.state} data-state={state}>
          {IMPORT_STATES[state]}
        </span>
        <span>{IMPORT_UI.by(info.createdByName, momentWords(info.startedAt) ?? '')}</span>
        {isRunning ? (
          <span role="status">{IMPORT_UI.running(info.done, all)}</span>
        ) : (
          <span>{IMPORT_UI.counts(info)}</span>
        )}
        {info.undoUntil === null ? null : (
          <span>{IMPORT_UI.undoUntil(momentWords(info.undoUntil) ?? '')}</span>
        )}
        {info.message === '' ? null : <span>{info.message}</span>}
      </div>
      {isRunning ? (
        <Progress value={all === 0 ? 100 : (info.done / all) * 100} aria-label={info.fileName} />
      ) : null}
      <Problem>{problem}</Problem>
      {kept.length > 0 ? (
        <div role="status" className={styles.kept}>
          <p>{IMPORT_UI.kept}</p>
          <ul>
            {kept.map(({ number, name, message }) => (
              <li key={number}>{IMPORT_UI.keptRow(number, name, message)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={styles.buttons}>
        {isRunning ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void run(() => api.call(stopImport, { id }, { quiet: true }))}
          >
            {IMPORT_UI.stop}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              void run(async () => saveFile(await api.call(importReport, { id }, { quiet: true })))
            }
          >
            {IMPORT_UI.report}
          </Button>
        )}
        {info.undoUntil === null ? null : (
          <Button size="xs" variant="default" loading={isUndoing} onClick={() => void undo()}>
            {IMPORT_UI.undo}
          </Button>
        )}
      </div>
    </li>
  )
}
