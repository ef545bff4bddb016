import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OUTCOMES } from '#shared/domain/interviews.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import { DIMENSION } from '#shared/domain/project-files.ts'
import { RECORD_ROW_OUTCOMES } from '#shared/domain/record-files.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ColumnMatching, FilePick, type MatchedColumns, OutcomeCounts } from '../file-rows/index.ts'
import type { CheckedRows, ImportKind } from './kinds.ts'
import { Matches } from './Matches.tsx'
import styles from './RecordImport.module.css'
import { TEXT } from './text.ts'

interface ImportDialogProps {
  /** What a file can hold; where there are several one is chosen. */
  readonly kinds: readonly [ImportKind, ...ImportKind[]]
  readonly onClose: () => void
}

/** Rows from a file: it is checked, which changes nothing, then taken, all or only the good rows (spec 4 §3.3). */
export function ImportDialog({ kinds, onClose }: ImportDialogProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<ImportKind>(kinds[0])
  const [checked, setChecked] = useState<CheckedRows | null>(null)
  /** What was matched by hand, and what codes mean, as it was last checked or is to be. */
  const [columns, setColumns] = useState<MatchedColumns | null>(null)
  const [meanings, setMeanings] = useState<Readonly<Record<string, string>>>({})
  const [isOld, setOld] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const check = async (of: File, mapping: MatchedColumns | null, outcomes: typeof meanings, as = kind) => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await as.check(api, {
        ...{ file: of, outcomes: JSON.stringify(outcomes) },
        ...(mapping && { mapping: mapping.map((field) => field ?? '').join(',') }),
      })
      setChecked(answer)
      setColumns(answer.columns)
      setOld(false)
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  const take = async ({ checkID, refused }: CheckedRows) => {
    if (checkID === null) return
    setBusy(true)
    setProblem(null)
    try {
      const { created, updated } = await kind.apply(api, { checkID, onlyGood: refused > 0 })
      notices.show('success', TEXT.taken(created, updated))
      void client.invalidateQueries()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const choose = (chosen: File | null, as = kind) => {
    if (!chosen) return
    setFile(chosen)
    setChecked(null)
    setMeanings({})
    void check(chosen, null, {}, as)
  }
  const count = checked ? checked.created + checked.updated : 0
  const countOf = checked && {
    ...{ NEW: checked.created, CHANGED: checked.updated },
    ...{ UNCHANGED: checked.unchanged, REFUSED: checked.refused },
  }
  /** Columns as the file's are called. */
  const columnWords = (names: string) =>
    names
      .split(', ')
      .map((name) => kind.fields[name]?.[0] ?? name)
      .join(', ')
  const codes = [...new Set([...Object.keys(meanings), ...(checked?.codes ?? [])])]
  const left = countOf ? countOf.NEW + countOf.CHANGED + countOf.REFUSED - (checked?.rows.length ?? 0) : 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.titles[kinds.length > 1 ? 'PROJECTS' : kind.kind]}
      centered
      size={760}
      closeOnClickOutside={false}
    >
      <div className={styles.form}>
        <p>{TEXT.leads[kind.kind]}</p>
        {kinds.length > 1 ? (
          <NativeSelect
            label={TEXT.holds}
            value={kind.kind}
            data={kinds.map((one) => ({ value: one.kind, label: TEXT.kinds[one.kind] }))}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => {
              const next = kinds.find((one) => one.kind === value) ?? kinds[0]
              setKind(next)
              choose(file, next)
            }}
          />
        ) : null}
        <FilePick
          file={file}
          texts={TEXT}
          isReading={isBusy && !checked}
          onChoose={(chosen) => choose(chosen)}
          about={isBusy && !checked ? TEXT.reading : (file?.name ?? '')}
        />
        {checked && countOf ? (
          <>
            {checked.missing.map((field) => (
              <p key={field} className={styles.missing}>
                {TEXT.missing(field)}
              </p>
            ))}
            <ColumnMatching
              checked={checked}
              columns={columns ?? []}
              fields={[
                ...Object.entries(kind.fields).map(([value, [label]]) => ({ value, label })),
                ...(kind.hasDimensions ? [{ value: DIMENSION, label: TEXT.dimension }] : []),
              ]}
              several={DIMENSION}
              texts={TEXT}
              isOpen={checked.missing.length > 0}
              onChange={(next) => {
                setOld(true)
                setColumns(next)
              }}
            >
              <Matches
                kind={kind.kind}
                headings={checked.headings}
                columns={columns ?? []}
                meanings={meanings}
                onChoose={(mapping, outcomes) => {
                  setMeanings(outcomes)
                  if (file) void check(file, mapping, outcomes)
                }}
              />
            </ColumnMatching>
            {codes.length > 0 ? (
              <fieldset className={styles.grid}>
                <legend>{TEXT.codes}</legend>
                {codes.map((code) => (
                  <NativeSelect
                    key={code}
                    size="xs"
                    label={code}
                    value={meanings[code] ?? ''}
                    data={[
                      { value: '', label: TEXT.noMeaning },
                      ...OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
                    ]}
                    onChange={({ currentTarget: { value } }) => {
                      setOld(true)
                      setMeanings((now) => ({ ...now, [code]: value }))
                    }}
                  />
                ))}
              </fieldset>
            ) : null}
            <OutcomeCounts
              label={TEXT.result}
              outcomes={RECORD_ROW_OUTCOMES.toReversed()}
              names={TEXT.counts}
              counts={countOf}
              grave="REFUSED"
            />
            {checked.rows.length > 0 ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
              <section className={styles.rows} aria-label={TEXT.rows} tabIndex={0}>
                <table>
                  <thead>
                    <tr>
                      {[TEXT.row, TEXT.outcome, TEXT.column, TEXT.reason].map((label) => (
                        <th key={label} scope="col">
                          {label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {checked.rows.map(({ row, outcome, column, reason }) => (
                      <tr key={row}>
                        <td>{row}</td>
                        <td>{TEXT.counts[outcome]}</td>
                        <td>{columnWords(column)}</td>
                        <td>{reason}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            ) : null}
            {left > 0 ? <p>{TEXT.more(left)}</p> : null}
            {checked.checkID !== null && count === 0 && !isOld ? <p>{TEXT.nothing}</p> : null}
          </>
        ) : null}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          {checked && file && (isOld || checked.checkID === null) ? (
            <Button loading={isBusy} onClick={() => void check(file, columns, meanings)}>
              {TEXT.check}
            </Button>
          ) : (
            <Button
              loading={isBusy && checked !== null}
              disabled={count === 0}
              onClick={() => checked && void take(checked)}
            >
              {checked && checked.refused > 0 ? TEXT.good(count) : TEXT.all(count)}
            </Button>
          )}
        </FormActions>
      </div>
    </Modal>
  )
}
