import './mantine-styles.ts'
import { Button, FileButton, Modal, NativeSelect } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyImportFile, type CheckedRecords, checkImportFile } from '#shared/contract/data-imports.ts'
import { OUTCOMES } from '#shared/domain/interviews.ts'
import { numberText } from '#shared/domain/locale.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import { RECORD_FIELDS, RECORD_ROW_OUTCOMES } from '#shared/domain/record-files.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ImportList } from './ImportList.tsx'
import styles from './RecordImport.module.css'
import { TEXT } from './text.ts'

/** Interview records from a file: it is checked, which changes nothing, then taken, all or only the good rows (spec 4 §3.3); beside it, what was imported. */
export function RecordImport() {
  const may = useSession((session) => session.permissions.can('IRESOURCE_CAN_SYNC_SURVEY_TOOL'))
  const [isOpen, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.open}
      </Button>
      <ImportList />
      {isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

type Columns = readonly (string | null)[]

function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [checked, setChecked] = useState<CheckedRecords | null>(null)
  /** What was matched by hand, and what codes mean, as it was last checked or is to be. */
  const [columns, setColumns] = useState<Columns | null>(null)
  const [meanings, setMeanings] = useState<Readonly<Record<string, string>>>({})
  const [isOld, setOld] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const check = async (of: File, mapping: Columns | null, outcomes: typeof meanings) => {
    setBusy(true)
    setProblem(null)
    try {
      const answer = await api.call(
        checkImportFile,
        {
          file: of,
          ...(mapping && { mapping: mapping.map((field) => field ?? '').join(',') }),
          outcomes: JSON.stringify(outcomes),
        },
        { quiet: true },
      )
      setChecked(answer)
      setColumns(answer.columns)
      setOld(false)
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  const take = async ({ checkID, refused }: CheckedRecords) => {
    if (checkID === null) return
    setBusy(true)
    setProblem(null)
    try {
      const { created, updated } = await api.call(
        applyImportFile,
        { checkID, onlyGood: refused > 0 },
        { quiet: true },
      )
      notices.show('success', TEXT.taken(created, updated))
      void client.invalidateQueries()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    if (!chosen) return
    setFile(chosen)
    setChecked(null)
    setMeanings({})
    void check(chosen, null, {})
  }
  const count = checked ? checked.created + checked.updated : 0
  const countOf = checked && {
    ...{ NEW: checked.created, CHANGED: checked.updated },
    ...{ UNCHANGED: checked.unchanged, REFUSED: checked.refused },
  }
  const codes = [...new Set([...Object.keys(meanings), ...(checked?.codes ?? [])])]
  const left = countOf ? countOf.NEW + countOf.CHANGED + countOf.REFUSED - (checked?.rows.length ?? 0) : 0
  return (
    <Modal opened onClose={onClose} title={TEXT.title} centered size={760} closeOnClickOutside={false}>
      <div className={styles.form}>
        <p>{TEXT.lead}</p>
        <div className={styles.file}>
          <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                variant={file ? 'default' : 'filled'}
                loading={isBusy && !checked}
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                {file ? TEXT.other : TEXT.choose}
              </Button>
            )}
          </FileButton>
          <span role="status">{isBusy && !checked ? TEXT.reading : (file?.name ?? '')}</span>
        </div>
        {checked && countOf ? (
          <>
            {checked.missing.map((field) => (
              <p key={field} className={styles.missing}>
                {TEXT.missing(field)}
              </p>
            ))}
            <details open={checked.missing.length > 0}>
              <summary>
                {TEXT.columns(checked.columns.filter((one) => one !== null).length, checked.headings.length)}
              </summary>
              <div className={styles.grid}>
                {checked.headings.map((heading, at) => (
                  <NativeSelect
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading; their places stay
                    key={at}
                    size="xs"
                    label={heading}
                    value={columns?.[at] ?? ''}
                    data={[
                      { value: '', label: TEXT.notRead },
                      ...Object.entries(RECORD_FIELDS).map(([value, [label]]) => ({ value, label })),
                    ]}
                    onChange={({ currentTarget: { value } }) => {
                      setOld(true)
                      setColumns((now) =>
                        (now ?? []).map((one, place) =>
                          place === at ? value || null : one === value ? null : one,
                        ),
                      )
                    }}
                  />
                ))}
              </div>
            </details>
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
            <ul className={styles.counts} aria-label={TEXT.result}>
              {RECORD_ROW_OUTCOMES.toReversed().map((outcome) => (
                <li key={outcome} data-outcome={outcome}>
                  {TEXT.counts[outcome]} <b>{numberText(countOf[outcome])}</b>
                </li>
              ))}
            </ul>
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
                        <td>{column}</td>
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
