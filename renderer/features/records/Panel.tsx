import { Button, CloseButton } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import type { OpenRecord } from './address.ts'
import { FORM_TEXT } from './form-text.ts'
import type { RecordsKind } from './kind.ts'
import { PanelTabs } from './PanelTabs.tsx'
import { RecordForm } from './RecordForm.tsx'
import styles from './Records.module.css'
import { showAtOnce } from './shown-at-once.ts'
import { TEXT } from './text.ts'
import { useMayChange } from './use-may-change.ts'
import { useRecordForm } from './use-record-form.ts'

/** How wide the panel is, in pixels (spec 4 §1.4). */
const WIDTH = { own: 480, min: 360, max: 960, step: 40 } as const

interface PanelProps {
  readonly kind: RecordsKind
  readonly open: Exclude<OpenRecord, null>
  readonly onClose: () => void
  /** To the neighbour row: 1 is down. */
  readonly onStep: (by: 1 | -1) => void
  /** @param isTold that it is saved has been said already */
  readonly onSaved: (record: ListedRow, isTold?: boolean) => void
  /** The record isn't there any more. */
  readonly onGone: () => void
  /** Given what forgets what was typed; null where leaving loses nothing. */
  readonly onChanged: (forget: (() => void) | null) => void
}

/** One record at the list's side, or a new one (spec 4 §1.4). */
export function Panel({ kind, open, onClose, onStep, onSaved, onGone, onChanged }: PanelProps) {
  const [width, setWidth] = useState<number>(WIDTH.own)
  const panel = useRef<HTMLElement>(null)
  const resize = (next: number) => setWidth(Math.max(WIDTH.min, Math.min(WIDTH.max, Math.round(next))))
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      onStep(event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const right = panel.current?.getBoundingClientRect().right ?? 0
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resize(right - moved.clientX)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    <aside
      ref={panel}
      className={styles.panel}
      style={{ '--panel': `${width}px` } as React.CSSProperties}
      aria-label={open === 'new' ? TEXT.add(kind.record.words.one) : kind.record.words.one}
      onKeyDown={onKeyDown}
    >
      <div
        role="slider"
        tabIndex={0}
        className={styles.panelEdge}
        aria-orientation="horizontal"
        aria-label={FORM_TEXT.panelWidth}
        aria-valuenow={width}
        aria-valuemin={WIDTH.min}
        aria-valuemax={WIDTH.max}
        onPointerDown={onPointerDown}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
          event.preventDefault()
          resize(width + (event.key === 'ArrowLeft' ? WIDTH.step : -WIDTH.step))
        }}
      />
      {open === 'new' ? (
        <Editing
          key="new"
          kind={kind}
          record={null}
          onClose={onClose}
          onSaved={onSaved}
          onGone={onGone}
          onChanged={onChanged}
        />
      ) : (
        <OneRecord
          key={open}
          kind={kind}
          id={open}
          onClose={onClose}
          onSaved={onSaved}
          onGone={onGone}
          onChanged={onChanged}
        />
      )}
    </aside>
  )
}

type PartProps = Pick<PanelProps, 'kind' | 'onClose' | 'onSaved' | 'onGone' | 'onChanged'>

function OneRecord({ id, ...part }: PartProps & { readonly id: number }) {
  const { api } = useServices()
  const { kind, onClose, onSaved } = part
  /** What a button of the panel changed is shown by a form that begins anew. */
  const [turn, setTurn] = useState(0)
  const query = useQuery({
    queryKey: ['record', kind.record.name, id],
    queryFn: () => kind.read(api, id),
    // What is being edited isn't changed underneath; a save on an older version is told.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const acted: PanelProps['onSaved'] = (record, isTold) => {
    onSaved(record, isTold)
    setTurn((count) => count + 1)
  }
  if (query.data) return <Editing key={turn} {...part} record={query.data} onActed={acted} />
  return (
    <>
      <PanelHead title={kind.record.words.one} onClose={onClose} />
      <div className={styles.panelBody}>
        {query.error ? (
          <LoadFailure
            title={FORM_TEXT.recordFailed}
            reason={refusalOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <div role="status" aria-label={TEXT.loading} className={styles.bones}>
            {[60, 90, 40].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={34} />
            ))}
          </div>
        )}
      </div>
    </>
  )
}

function PanelHead({
  title,
  children,
  onClose,
}: {
  title: string
  children?: ReactNode
  onClose: () => void
}) {
  // A phone's panel fills the screen (spec 4 §1.11).
  const isPhone = useViewport() === 'mobile'
  return (
    <header className={styles.panelHead}>
      {isPhone ? (
        <Button
          className={styles.back ?? ''}
          size="sm"
          variant="subtle"
          leftSection={<IconChevronLeft size={18} aria-hidden="true" />}
          onClick={onClose}
        >
          {FORM_TEXT.back}
        </Button>
      ) : null}
      <h2 tabIndex={-1}>{title}</h2>
      {children}
      {isPhone ? null : <CloseButton data-close aria-label={TEXT.close} onClick={onClose} />}
    </header>
  )
}

function Editing({
  kind,
  record,
  onClose,
  onSaved,
  onGone,
  onChanged,
  onActed = onSaved,
}: PartProps & { readonly record: ListedRow | null; readonly onActed?: PanelProps['onSaved'] }) {
  const services = useServices()
  const client = useQueryClient()
  const mayChange = useMayChange(kind)
  const { words, name } = kind.record
  const { data: choices } = useQuery({
    queryKey: ['record-choices', name],
    queryFn: async (): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> =>
      (await kind.choices?.(services.api)) ?? {},
    enabled: kind.choices !== undefined,
  })
  const fields = Object.fromEntries(
    Object.entries(kind.fields).map(([one, field]) => {
      const known = choices?.[one]
      return [one, known ? { ...field, choices: known } : field]
    }),
  )
  const shaped = (one: ListedRow) => kind.formOf?.(one) ?? one
  const form = useRecordForm({
    place: `${name}/${record?.id ?? 'new'}`,
    fields,
    fresh: kind.fresh,
    record: record && shaped(record),
    save: async (values, seen) =>
      shaped((await kind.save?.(services.api, values, seen)) ?? { id: 0, version: 0 }),
    read: async (id) => shaped(await kind.read(services.api, id)),
    onSaved,
    show: (before, values) => showAtOnce(client, kind, before, values),
    onLost: (why) =>
      services.notices.show('error', FORM_TEXT.notSaved(record ? kind.nameOf(record) : words.one, why)),
  })
  const { isChanged, forget } = form
  useEffect(() => {
    onChanged(isChanged ? forget : null)
  })
  useEffect(() => () => onChanged(null), [onChanged])
  const title = record === null ? TEXT.add(words.one) : kind.nameOf(record)
  const about = record && kind.About ? <kind.About record={record} /> : null
  const body = (
    <>
      {kind.isAboutFirst ? about : null}
      {kind.save ? (
        <RecordForm
          label={title}
          fields={fields}
          ownFields={kind.ownFields}
          form={form}
          isReadOnly={!mayChange}
        />
      ) : null}
      {kind.isAboutFirst ? null : about}
    </>
  )
  return (
    <>
      <PanelHead title={title} onClose={onClose}>
        {record && kind.Actions ? <kind.Actions record={record} onDone={onActed} onGone={onGone} /> : null}
      </PanelHead>
      {record && kind.tabs ? (
        <PanelTabs tabs={kind.tabs} record={record} onDone={onActed}>
          {body}
        </PanelTabs>
      ) : (
        <div
          className={styles.panelBody}
          {...(kind.save ? {} : { role: 'group', 'aria-label': title, tabIndex: 0 })}
        >
          {body}
        </div>
      )}
    </>
  )
}
