import './mantine-styles.ts'
import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type DataImport,
  dataImportHistory,
  IMPORT_SOURCES,
  undoDataImport,
} from '#shared/contract/data-imports.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './RecordImport.module.css'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const timeOf = (at: string) => MOMENT.format(Date.parse(at))
const SOURCES = ['', ...IMPORT_SOURCES] as const
type Source = (typeof SOURCES)[number]
const isSource = (text: string): text is Source => (SOURCES as readonly string[]).includes(text)
const KEY = 'data-imports'

/** What was imported, by whom, and what it came to; an import of records can be undone for 24 hours (spec 4 §4.5.16). */
export function ImportList() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHistory size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {TEXT.list}
      </Button>
      {isOpen ? <ListDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ListDialog({ onClose }: { readonly onClose: () => void }) {
  const { api } = useServices()
  const [source, setSource] = useState<Source>('')
  const [onlyRefused, setOnlyRefused] = useState(false)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [KEY, source, onlyRefused],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        dataImportHistory,
        { onlyRefused, ...(source !== '' && { source }), ...(pageParam !== null && { before: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ isMore, imports }) => (isMore ? (imports.at(-1)?.id ?? null) : null),
  })
  const imports = data?.pages.flatMap((page) => page.imports)
  const isNarrowed = source !== '' || onlyRefused
  return (
    <Modal opened onClose={onClose} title={TEXT.listTitle} centered size={820}>
      <div className={styles.form}>
        <p>{TEXT.listLead}</p>
        <div className={styles.filters}>
          <NativeSelect
            size="xs"
            label={TEXT.source}
            value={source}
            data={SOURCES.map((value) => ({ value, label: TEXT.sources[value] }))}
            onChange={({ currentTarget: { value } }) => isSource(value) && setSource(value)}
          />
          <Checkbox
            label={TEXT.onlyRefused}
            checked={onlyRefused}
            onChange={({ currentTarget: { checked } }) => setOnlyRefused(checked)}
          />
          <span role="status">{data ? TEXT.found(data.pages[0]?.total ?? 0) : ''}</span>
        </div>
        {error ? (
          <LoadFailure title={TEXT.listFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : imports?.length === 0 ? (
          <p>{isNarrowed ? TEXT.noneFound : TEXT.noImports}</p>
        ) : imports ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
          <section className={styles.imports} aria-label={TEXT.listTitle} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {[TEXT.time, TEXT.kind, TEXT.by].map((label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                  {[TEXT.created, TEXT.updated, TEXT.counts.REFUSED].map((label) => (
                    <th key={label} scope="col" data-number>
                      {label}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="visually-hidden">{TEXT.undo}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {imports.map((one) => (
                  <Row key={one.id} one={one} />
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
        <FormActions isFirstApart={hasNextPage}>
          {hasNextPage ? (
            <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {TEXT.older}
            </Button>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {TEXT.close}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}

function Row({ one }: { readonly one: DataImport }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, kind, source, byName, at, created, updated, refused, refusals, undoneAt, canUndo } = one
  const [isOpen, setOpen] = useState(false)
  const reasonsID = useId()
  const undo = async () => {
    setBusy(true)
    try {
      await api.call(undoDataImport, { importID: id }, { quiet: true })
      notices.show('success', TEXT.voided)
      void client.invalidateQueries()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
    setAsking(false)
  }
  return (
    <>
      <tr>
        <td>{timeOf(at)}</td>
        <td>{TEXT.kinds[kind]}</td>
        <td>
          {byName}
          {isSource(source) && source !== 'ADAPTOR' ? <small> · {TEXT.sources[source]}</small> : null}
        </td>
        {[created, updated].map((count, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two numbers that keep their places
          <td key={place} data-number>
            {numberText(count)}
          </td>
        ))}
        <td data-number data-refused={refused > 0}>
          {refused === 0 ? (
            numberText(refused)
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-expanded={isOpen}
              aria-controls={reasonsID}
              aria-label={`${numberText(refused)} – ${TEXT.refusals(TEXT.kinds[kind], timeOf(at))}`}
              onClick={() => setOpen(!isOpen)}
            >
              {numberText(refused)}
            </Button>
          )}
        </td>
        <td className={styles.undo}>
          {undoneAt !== null ? (
            TEXT.undone(timeOf(undoneAt))
          ) : !canUndo ? null : isAsking ? (
            <>
              <Button size="compact-xs" color="red" loading={isBusy} onClick={() => void undo()}>
                {TEXT.undoSure}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
                {TEXT.keep}
              </Button>
            </>
          ) : (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={TEXT.undoOne(TEXT.kinds[kind], timeOf(at))}
              onClick={() => setAsking(true)}
            >
              {TEXT.undo}
            </Button>
          )}
          <Problem>{problem}</Problem>
        </td>
      </tr>
      {isOpen ? (
        <tr id={reasonsID}>
          <td colSpan={7} className={styles.refusals}>
            {refusals.length === 0 ? (
              TEXT.refusalsGone
            ) : (
              <ul>
                {refusals.map(({ row, field, reason }) => (
                  <li key={`${row} ${field}`}>{TEXT.refusal(row, field, reason)}</li>
                ))}
                {refused > refusals.length ? <li>{TEXT.more(refused - refusals.length)}</li> : null}
              </ul>
            )}
          </td>
        </tr>
      ) : null}
    </>
  )
}
