import './mantine-styles.ts'
import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { cut } from '#shared/domain/cut-text.ts'
import {
  IMPORT_MODES,
  IMPORT_OUTCOMES,
  type ImportMode,
  type ImportOutcome,
} from '#shared/domain/people-import.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ColumnMatching, FilePick, type MatchedColumns, OutcomeCounts } from '../file-rows/index.ts'
import styles from './FileImport.module.css'
import type { CheckedFile, FileImport } from './kind.ts'
import { IMPORT_TEXT as TEXT } from './text.ts'

/** Rows that the dialog shows; the report has all. */
const SHOWN = 200
/** Letters of a cell that the dialog shows: a quote left open can make one of a whole file. */
const CELL_SHOWN = 200
const OUTCOMES = Object.keys(IMPORT_OUTCOMES) as ImportOutcome[]
const choices = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))

interface ImportDialogProps {
  readonly kind: FileImport
  readonly onClose: () => void
  readonly onDone: () => unknown
}

/** Records from a file: a dry run, then the import. The file stays in this window (spec 5 §3.3). */
export function ImportDialog({ kind, onClose, onDone }: ImportDialogProps) {
  const { api, notices } = useServices()
  const [file, setFile] = useState<File | null>(null)
  const [mode, setMode] = useState<ImportMode>(kind.mode)
  const [key, setKey] = useState(Object.keys(kind.keys)[0] ?? '')
  const [isPartial, setPartial] = useState(false)
  const [hasConsent, setConsent] = useState(false)
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  /** What the columns were matched to by hand since the dry run. */
  const [columns, setColumns] = useState<MatchedColumns | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (of: File, matched: typeof columns, seen?: string) => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await kind.send(api, {
        ...{ file: of, mode, key, isPartial: isPartial ? 'true' : 'false' },
        ...(matched && { columns: matched.map((field) => field ?? '').join(',') }),
        ...(seen !== undefined && { seen }),
      })
      if (answer.importID !== null) {
        notices.show('success', TEXT.begun)
        onClose()
        await onDone()
        return
      }
      setChecked(answer)
      setColumns(answer.columns)
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    setChecked(null)
    void send(chosen, null)
  }
  const template = async () => {
    try {
      saveFile(await kind.template(api))
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  /** Something that the dry run didn't know of. */
  const change = (work: () => void) => {
    work()
    setChecked((now) => now && { ...now, seen: '' })
  }
  const fields = Object.entries(kind.fields).map(([value, [label]]) => ({ value, label }))
  const isOld = checked?.seen === ''
  const counts = Object.fromEntries(
    OUTCOMES.map((one) => [one, checked?.rows.filter(({ outcome }) => outcome === one).length ?? 0]),
  ) as Record<ImportOutcome, number>
  const count = counts.ADD + counts.UPDATE
  const isHeld = counts.ERROR > 0 && !isPartial
  const told = checked?.rows.filter(({ problems }) => problems.length > 0) ?? []
  return (
    <Modal opened onClose={onClose} title={kind.title} centered size={760} closeOnClickOutside={false}>
      <div className={styles.form}>
        <p className={styles.lead}>{kind.lead}</p>
        <div className={styles.options}>
          <NativeSelect
            label={TEXT.mode}
            value={mode}
            data={choices(IMPORT_MODES)}
            onChange={({ currentTarget: { value } }) => change(() => setMode(value as ImportMode))}
          />
          <NativeSelect
            label={kind.keyLabel}
            value={key}
            data={choices(kind.keys)}
            onChange={({ currentTarget: { value } }) => change(() => setKey(value))}
          />
          <NativeSelect
            label={TEXT.way}
            value={isPartial ? 'partial' : 'all'}
            data={choices(TEXT.ways)}
            onChange={({ currentTarget: { value } }) => setPartial(value === 'partial')}
          />
        </div>
        <FilePick
          file={file}
          texts={TEXT}
          isReading={isBusy && !checked}
          onChoose={choose}
          about={file ? file.name : TEXT.limits}
        >
          <Button variant="subtle" onClick={() => void template()}>
            {TEXT.template}
          </Button>
        </FilePick>
        {checked ? (
          <>
            <ColumnMatching
              checked={checked}
              columns={columns ?? []}
              fields={fields}
              texts={TEXT}
              onChange={(next) => change(() => setColumns(next))}
            />
            <OutcomeCounts
              label={TEXT.result}
              outcomes={OUTCOMES}
              names={IMPORT_OUTCOMES}
              counts={counts}
              grave="ERROR"
            />
            {told.length > 0 ? (
              <ul className={styles.problems} aria-label={TEXT.problems}>
                {told.slice(0, SHOWN).map(({ number, name, tool, problems }) => (
                  <li key={number}>
                    <b>{TEXT.row(number, cut([name, tool].filter(Boolean).join(', '), CELL_SHOWN))}</b>
                    {problems.map(({ column, value, message }) => (
                      <span key={column + message}>
                        {TEXT.problem(
                          cut(column, CELL_SHOWN),
                          cut(value, CELL_SHOWN),
                          cut(message, 2 * CELL_SHOWN),
                        )}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            ) : null}
            {told.length > SHOWN ? <p>{TEXT.more(told.length - SHOWN)}</p> : null}
            {isHeld ? <p>{TEXT.held}</p> : null}
            {kind.consent === undefined || count === 0 ? null : (
              <Checkbox
                label={kind.consent}
                checked={hasConsent}
                onChange={({ currentTarget }) => setConsent(currentTarget.checked)}
              />
            )}
          </>
        ) : null}
        <Problem>{problem}</Problem>
        <FormActions isFirstApart>
          <Button
            variant="subtle"
            disabled={!checked}
            onClick={() =>
              checked &&
              saveFile({
                blob: new Blob([checked.report], { type: 'text/csv;charset=utf-8' }),
                fileName: kind.reportName,
              })
            }
          >
            {TEXT.report}
          </Button>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          {checked && isOld && file ? (
            <Button loading={isBusy} onClick={() => void send(file, columns)}>
              {TEXT.again}
            </Button>
          ) : (
            <Button
              loading={isBusy && checked !== null}
              disabled={
                !checked || !file || count === 0 || isHeld || (kind.consent !== undefined && !hasConsent)
              }
              onClick={() => checked && file && void send(file, columns, checked.seen)}
            >
              {TEXT.start(kind.count(count))}
            </Button>
          )}
        </FormActions>
      </div>
    </Modal>
  )
}
