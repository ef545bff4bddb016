import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { IconArrowsMaximize, IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { notSavedLater } from '../../services/person/late-saves.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
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
  /** Whether there is a row above and below it. */
  readonly beside: { readonly previous: boolean; readonly next: boolean }
  /** Whether the record is a page of its own. */
  readonly isWhole: boolean
  /** Makes it one. */
  readonly onWhole: () => void
  /** @param isTold that it is saved has been said already */
  readonly onSaved: (record: ListedRow, isTold?: boolean) => void
  /** The record isn't there any more. */
  readonly onGone: () => void
  /** Given what forgets what was typed; null where leaving loses nothing. */
  readonly onChanged: (forget: (() => void) | null) => void
}

/** One record at the list's side, or as a page of its own, or a new one (spec 4 §1.4). */
export function Panel({ open, ...part }: PanelProps) {
  const { kind, onClose, onStep, isWhole } = part
  const [width, setWidth] = useState<number>(WIDTH.own)
  const panel = useRef<HTMLElement>(null)
  const wasWhole = useRef(isWhole)
  useEffect(() => {
    // The button that made it a page is gone, and with it the focus.
    if (isWhole && !wasWhole.current) panel.current?.querySelector<HTMLElement>('h1')?.focus()
    wasWhole.current = isWhole
  }, [isWhole])
  const resize = (next: number) => setWidth(Math.max(WIDTH.min, Math.min(WIDTH.max, Math.round(next))))
  function onKeyDown(event: KeyboardEvent): void {
    // A dialog that was opened here takes its own keys: React tells them to the panel, too.
    const dialog = (event.target as Element).closest('[role=dialog]')
    if (dialog?.contains(event.currentTarget) === false) return
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown'))
      onStep(event.key === 'ArrowDown' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>): void {
    const right = panel.current?.getBoundingClientRect().right ?? 0
    // The edge follows the pointer on a zoomed page, too (services/page/zoom.ts).
    const zoom = document.documentElement.currentCSSZoom ?? 1
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const move = (moved: globalThis.PointerEvent) => resize((right - moved.clientX) / zoom)
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
      role={isWhole ? 'region' : undefined}
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
        <Editing key="new" {...part} record={null} />
      ) : (
        <OneRecord key={open} {...part} id={open} />
      )}
    </aside>
  )
}

type PartProps = Omit<PanelProps, 'open'>

function OneRecord({ id, ...part }: PartProps & { readonly id: number }) {
  const { api } = useServices()
  const { kind, onSaved } = part
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
      <PanelHead title={kind.record.words.one} part={part} />
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

interface PanelHeadProps {
  readonly title: string
  readonly part: PartProps
  /** A record that isn't there yet is no page. */
  readonly isNew?: boolean
  readonly children?: ReactNode
}

function PanelHead({ title, part, isNew = false, children }: PanelHeadProps) {
  const { kind, isWhole, beside, onClose, onStep, onWhole } = part
  const { title: tab } = useServices()
  useEffect(() => (isWhole ? tab.named(title) : undefined), [tab, title, isWhole])
  // A phone's panel fills the screen (spec 4 §1.11).
  const hasBack = useViewport() === 'mobile' || isWhole
  const Title = isWhole ? 'h1' : 'h2'
  const { one } = kind.record.words
  const turn = (label: string, by: 1 | -1, isThere: boolean) => {
    const Chevron = by === 1 ? IconChevronDown : IconChevronUp
    return (
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        disabled={!isThere}
        onClick={() => onStep(by)}
      >
        <Chevron size={18} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <header className={styles.panelHead}>
      {hasBack ? (
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
      <Title tabIndex={-1}>{title}</Title>
      {children}
      {isWhole ? (
        <span className={styles.turns}>
          {turn(FORM_TEXT.previous(one), -1, beside.previous)}
          {turn(FORM_TEXT.next(one), 1, beside.next)}
        </span>
      ) : null}
      {hasBack ? null : (
        <span className={styles.headTools} data-close>
          {isNew ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              title={FORM_TEXT.openAsPage}
              aria-label={FORM_TEXT.openAsPage}
              onClick={onWhole}
            >
              <IconArrowsMaximize size={16} aria-hidden="true" />
            </ActionIcon>
          )}
          <CloseButton aria-label={TEXT.close} onClick={onClose} />
        </span>
      )}
    </header>
  )
}

function Editing({
  record,
  onActed: told,
  ...part
}: PartProps & { readonly record: ListedRow | null; readonly onActed?: PanelProps['onSaved'] }) {
  const { kind, onSaved, onGone, onChanged } = part
  const onActed = told ?? onSaved
  const services = useServices()
  const { lateSaves } = useSignedIn()
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
  const place = `${name}/${record?.id ?? 'new'}`
  const label = record === null ? TEXT.add(words.one) : kind.nameOf(record)
  const form = useRecordForm({
    place,
    fields,
    fresh: kind.fresh,
    record: record && shaped(record),
    late: lateSaves,
    save: async (values, seen) => {
      const saved = await lateSaves.save(
        { place, label },
        async (api) => (await kind.save?.(api, values, seen)) ?? { id: 0, version: 0 },
      )
      return saved && shaped(saved)
    },
    read: async (id) => shaped(await kind.read(services.api, id)),
    onSaved,
    show: (before, values) => showAtOnce(client, kind, before, values),
    onLost: (why) => services.notices.show('error', notSavedLater(record ? label : words.one, why)),
  })
  const { isChanged, forget } = form
  useEffect(() => {
    onChanged(isChanged ? forget : null)
  })
  useEffect(() => () => onChanged(null), [onChanged])
  const about = record && kind.About ? <kind.About record={record} /> : null
  const body = (
    <>
      {kind.isAboutFirst ? about : null}
      {kind.save ? (
        <RecordForm
          label={label}
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
      <PanelHead title={label} part={part} isNew={record === null}>
        {record && kind.Actions ? <kind.Actions record={record} onDone={onActed} onGone={onGone} /> : null}
      </PanelHead>
      {record && kind.tabs ? (
        <PanelTabs tabs={kind.tabs} record={record} onDone={onActed}>
          {body}
        </PanelTabs>
      ) : (
        <div
          className={styles.panelBody}
          {...(kind.save ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 })}
        >
          {body}
        </div>
      )}
    </>
  )
}
