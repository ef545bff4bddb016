import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import {
  dryRunImport,
  type ImportOptions,
  importReport,
  startImport,
  type uploadImport,
} from '#shared/contract/people-import.ts'
import { cut } from '#shared/domain/cut-text.ts'
import {
  IMPORT_FIELDS,
  IMPORT_KEYS,
  IMPORT_MODES,
  IMPORT_OUTCOMES,
  type ImportField,
  type ImportOutcome,
} from '#shared/domain/people-import.ts'
import { useServices } from '../../../services/context.tsx'
import { refusalOf } from '../../../services/http/refusal-of.ts'
import { saveFile } from '../../../services/page/save-file.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import styles from './Imports.module.css'
import { IMPORT_UI } from './text.ts'

export type Uploaded = ResponseOf<typeof uploadImport>
type Checked = ResponseOf<typeof dryRunImport>

/** Rows that the page shows; the report has all. */
const SHOWN = 300
/** Letters of a cell that the page shows: a quote left open can make one of a whole file. */
const CELL_SHOWN = 200
const OUTCOMES = Object.keys(IMPORT_OUTCOMES) as ImportOutcome[]
const choices = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

interface WizardProps {
  readonly uploaded: Uploaded
  readonly onCancel: () => void
  /** Resolves once the list has the import. */
  readonly onStarted: () => Promise<void>
}

/** A file on its way: its columns, the dry run, and the beginning of the import (spec 5 §3.3). */
export function Wizard({ uploaded, onCancel, onStarted }: WizardProps) {
  const { api } = useServices()
  const { id, headings, fileName } = uploaded.import
  const [options, setOptions] = useState<ImportOptions>({
    columns: uploaded.columns,
    mode: 'BOTH',
    key: 'userName',
    createMissing: false,
    isPartial: false,
    access: 'INVITATION',
  })
  const [checked, setChecked] = useState<Checked | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  const check = () =>
    run(async () => {
      const columns = [...options.columns]
      setChecked(await api.call(dryRunImport, { ...options, columns, id }, { quiet: true }))
    })
  const start = () =>
    run(async () => {
      await api.call(startImport, { id }, { quiet: true })
      await onStarted()
    })
  if (checked)
    return (
      <Result
        checked={checked}
        isPartial={options.isPartial}
        isBusy={isBusy}
        problem={problem}
        onBack={() => setChecked(null)}
        onAgain={() => void check()}
        onStart={() => void start()}
        onCancel={onCancel}
      />
    )
  const match = (at: number, field: ImportField | null) =>
    setOptions({
      ...options,
      // A field has one column.
      columns: options.columns.map((one, place) =>
        place === at ? field : one === field && field !== null ? null : one,
      ),
    })
  const fields = Object.entries(IMPORT_FIELDS).map(([value, [label]]) => ({ value, label }))
  return (
    <section className={styles.page}>
      <h1>{fileName}</h1>
      <h2>{IMPORT_UI.columns}</h2>
      <p className={styles.lead}>{IMPORT_UI.columnsLead}</p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{IMPORT_UI.column}</th>
              <th scope="col">{IMPORT_UI.field}</th>
              <th scope="col">{IMPORT_UI.example}</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((heading, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; their places stay
              <tr key={at}>
                <th scope="row">{cut(heading, CELL_SHOWN)}</th>
                <td>
                  <NativeSelect
                    size="xs"
                    aria-label={`${IMPORT_UI.field}: ${cut(heading, CELL_SHOWN)}`}
                    value={options.columns[at] ?? ''}
                    data={[{ value: '', label: IMPORT_UI.notRead }, ...fields]}
                    onChange={(event) => match(at, (event.currentTarget.value || null) as ImportField | null)}
                  />
                </td>
                <td className={styles.example}>{cut(uploaded.sample[0]?.[at] ?? '', CELL_SHOWN)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.options}>
        <NativeSelect
          label={IMPORT_UI.mode}
          value={options.mode}
          data={choices(IMPORT_MODES)}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ ...options, mode: value as ImportOptions['mode'] })
          }
        />
        <NativeSelect
          label={IMPORT_UI.key}
          value={options.key}
          data={choices(IMPORT_KEYS)}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ ...options, key: value as ImportOptions['key'] })
          }
        />
        <NativeSelect
          label={IMPORT_UI.way}
          value={options.isPartial ? 'partial' : 'all'}
          data={choices(IMPORT_UI.ways)}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ ...options, isPartial: value === 'partial' })
          }
        />
        <NativeSelect
          label={IMPORT_UI.access}
          value={options.access}
          data={choices(IMPORT_UI.accesses)}
          onChange={({ currentTarget: { value } }) =>
            setOptions({ ...options, access: value as ImportOptions['access'] })
          }
        />
      </div>
      <Checkbox
        label={IMPORT_UI.createMissing}
        checked={options.createMissing}
        onChange={({ currentTarget: { checked: createMissing } }) =>
          setOptions({ ...options, createMissing })
        }
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {IMPORT_UI.cancel}
        </Button>
        <Button loading={isBusy} onClick={() => void check()}>
          {IMPORT_UI.dryRun}
        </Button>
      </FormActions>
    </section>
  )
}

interface ResultProps {
  readonly checked: Checked
  readonly isPartial: boolean
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onBack: () => void
  readonly onAgain: () => void
  readonly onStart: () => void
  readonly onCancel: () => void
}

/** What each row comes to, before anything is done. */
function Result({ checked, isPartial, isBusy, problem, onBack, onAgain, onStart, onCancel }: ResultProps) {
  const { api } = useServices()
  const [only, setOnly] = useState<ImportOutcome | ''>('')
  const { outcomes, id } = checked.import
  const rows = checked.rows.filter(({ outcome }) => only === '' || outcome === only)
  const count = outcomes.ADD + outcomes.UPDATE
  const isHeld = outcomes.ERROR > 0 && !isPartial
  return (
    <section className={styles.page}>
      <h1>{IMPORT_UI.result}</h1>
      <fieldset className={styles.chips} aria-label={IMPORT_UI.outcome}>
        {(['', ...OUTCOMES] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={only === one}
            data-outcome={one}
            onClick={() => setOnly(one)}
          >
            {one === '' ? IMPORT_UI.all : IMPORT_OUTCOMES[one]}{' '}
            <b>{one === '' ? checked.rows.length : outcomes[one]}</b>
          </button>
        ))}
      </fieldset>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{IMPORT_UI.row}</th>
              <th scope="col">{IMPORT_UI.outcome}</th>
              <th scope="col">{IMPORT_UI.who}</th>
              <th scope="col">{IMPORT_UI.message}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ number, outcome, name, problems }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>
                  <span className={styles.state} data-state={outcome}>
                    {IMPORT_OUTCOMES[outcome]}
                  </span>
                </td>
                <td>{cut(name, CELL_SHOWN)}</td>
                <td>
                  {problems.map(({ column, value, message }) => (
                    <div key={column + message}>
                      {column === '' ? null : (
                        <small>
                          {cut(column, CELL_SHOWN)}
                          {value === '' ? null : <> ‘{cut(value, CELL_SHOWN)}’</>}
                        </small>
                      )}{' '}
                      {cut(message, 2 * CELL_SHOWN)}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN ? <p>{IMPORT_UI.more(rows.length - SHOWN)}</p> : null}
      {isHeld ? <p>{IMPORT_UI.errorsLeft}</p> : null}
      {count === 0 ? <p>{IMPORT_UI.nothing}</p> : null}
      <Problem>{problem}</Problem>
      <FormActions isFirstApart>
        <Button variant="subtle" onClick={() => void api.call(importReport, { id }).then(saveFile, () => {})}>
          {IMPORT_UI.report}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {IMPORT_UI.cancel}
        </Button>
        <Button variant="default" onClick={onBack}>
          {IMPORT_UI.back}
        </Button>
        <Button variant="default" loading={isBusy} onClick={onAgain}>
          {IMPORT_UI.again}
        </Button>
        <Button loading={isBusy} disabled={count === 0 || isHeld} onClick={onStart}>
          {IMPORT_UI.start(count)}
        </Button>
      </FormActions>
    </section>
  )
}
