import { CloseButton, Loader, Modal } from '@mantine/core'
import { IconArrowBack, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import type { DialogProps } from '../dialogs/registry.ts'
import { Keys } from '../hotkeys/Keys.tsx'
import { type Group, type RankedItem, rank } from './ranking.ts'
import { addRecent, recentsOf } from './recents.ts'
import styles from './Switcher.module.css'
import type { SwitcherItem, SwitcherSource } from './source.ts'
import { resultCount, SWITCHER_TEXT as TEXT } from './text.ts'
import { useResults } from './use-results.ts'
import { useSources } from './use-sources.tsx'

/** Goes to people, chats, pages and actions by a few letters: the keyboard's way through the product. */
export function Switcher({ opened, onClose }: DialogProps) {
  // Where a choice leads, the focus belongs there; only without one it goes back.
  const [chosen, setChosen] = useState(false)
  const isMobile = useViewport() === 'mobile'
  useEffect(() => {
    if (opened) setChosen(false)
  }, [opened])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={640}
      radius={isMobile ? 0 : 16}
      yOffset="11vh"
      fullScreen={isMobile}
      returnFocus={!chosen}
      transitionProps={{ transition: 'pop', duration: 120 }}
      overlayProps={{ backgroundOpacity: 0.32, blur: 2 }}
      classNames={{ content: styles.content ?? '' }}
      attributes={{ content: { 'aria-label': TEXT.name } }}
    >
      <Finder
        {...(isMobile ? { onCancel: onClose } : {})}
        onChoose={(item) => {
          setChosen(true)
          onClose()
          item.run()
        }}
      />
    </Modal>
  )
}

type FinderProps = Pick<SwitcherPanelProps, 'onChoose' | 'onCancel'>

function Finder({ onChoose, onCancel }: FinderProps) {
  const { storage } = useServices()
  const userID = useSession((session) => session.user?.id ?? 0)
  const sources = useSources()
  const choose = (item: SwitcherItem) => {
    // What can't be found again, such as a message, would take a place among the recent choices.
    if (sources.some((source) => source.find(item.id))) addRecent(storage, userID, item.id)
    onChoose(item)
  }
  return (
    <SwitcherPanel
      sources={sources}
      recents={recentsOf(storage, userID)}
      onChoose={choose}
      {...(onCancel ? { onCancel } : {})}
    />
  )
}

interface SwitcherPanelProps {
  readonly sources: readonly SwitcherSource[]
  /** Ids of recent choices, newest first. */
  readonly recents: readonly string[]
  readonly onChoose: (item: SwitcherItem) => void
  /** Leaves it, where there is no keyboard to do so. */
  readonly onCancel?: () => void
}

/** The field and its results. */
export function SwitcherPanel({ sources, recents, onChoose, onCancel }: SwitcherPanelProps) {
  const [text, setText] = useState('')
  const { text: searched, results, pending, problem } = useResults(sources, text)
  const groups = useMemo(
    () => rank(sources, results, searched, recents),
    [sources, results, searched, recents],
  )
  const items = useMemo(() => groups.flatMap((group) => group.items.map(({ item }) => item)), [groups])
  const [wantedID, setWantedID] = useState<string | null>(null)
  const listID = useId()
  // The chosen row stays the chosen one when others come in; a new text begins at the top.
  const active = Math.max(
    0,
    items.findIndex((item) => item.id === wantedID),
  )
  const activeItem = items[active]

  const move = (by: number) => {
    const next = items[(active + by + items.length) % items.length]
    if (next) setWantedID(next.id)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = MOVES[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && activeItem) onChoose(activeItem)
    else return
    event.preventDefault()
  }

  return (
    <>
      <div className={styles.field}>
        {pending > 0 ? (
          <Loader size={18} aria-hidden="true" />
        ) : (
          <IconSearch size={20} stroke={1.8} aria-hidden="true" />
        )}
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-label={TEXT.name}
          aria-expanded={items.length > 0}
          aria-controls={listID}
          aria-autocomplete="list"
          aria-activedescendant={activeItem ? optionID(listID, activeItem.id) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={TEXT.placeholder}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWantedID(null)
          }}
          onKeyDown={pressed}
        />
        {onCancel ? (
          <CloseButton aria-label={TEXT.close} size="lg" onClick={onCancel} />
        ) : (
          <Keys keys={['Esc']} />
        )}
      </div>
      <ResultList {...{ listID, groups, activeItem, onChoose }} onPoint={({ id }) => setWantedID(id)} />
      {problem !== null ? (
        <p className={styles.none} role="alert">
          {TEXT.failed} {problem}
        </p>
      ) : items.length === 0 && searched !== '' ? (
        <p className={styles.none}>{pending > 0 ? TEXT.searching : TEXT.nothing}</p>
      ) : null}
      <p className="visually-hidden" role="status">
        {searched === '' ? '' : resultCount(items.length)}
      </p>
      <footer className={styles.footer} aria-hidden="true">
        <span>
          <Keys keys={['↑', '↓']} /> {TEXT.move}
        </span>
        <span>
          <Keys keys={['↵']} /> {TEXT.open}
        </span>
        <span className={styles.help}>
          <Keys keys={['Ctrl', '/']} /> {TEXT.shortcuts}
        </span>
      </footer>
    </>
  )
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const optionID = (listID: string, itemID: string) => `${listID}-${itemID}`

interface ResultListProps {
  readonly listID: string
  readonly groups: readonly Group[]
  readonly activeItem: SwitcherItem | undefined
  readonly onChoose: (item: SwitcherItem) => void
  readonly onPoint: (item: SwitcherItem) => void
}

function ResultList({ listID, groups, activeItem, onChoose, onPoint }: ResultListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (activeItem)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [activeItem])
  return (
    <div ref={list} id={listID} className={styles.list} role="listbox" aria-label={TEXT.results}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group.id} role="group" aria-labelledby={`${listID}-${group.id}`}>
          <div id={`${listID}-${group.id}`} className={styles.label}>
            {group.label}
          </div>
          {group.items.map((ranked) => (
            <Option
              key={ranked.item.id}
              id={optionID(listID, ranked.item.id)}
              ranked={ranked}
              active={ranked.item === activeItem}
              onChoose={() => onChoose(ranked.item)}
              onPoint={() => onPoint(ranked.item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly ranked: RankedItem
  readonly active: boolean
  readonly onChoose: () => void
  readonly onPoint: () => void
}

function Option({ id, ranked: { item, marks }, active, onChoose, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={styles.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={active ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <Marked text={item.title} marks={marks} />
        </span>
        {item.hint ? <span className={styles.hint}>{item.hint}</span> : null}
      </span>
      <IconArrowBack className={styles.enter} size={16} stroke={1.8} aria-hidden="true" />
    </div>
  )
}

/** The text with the letters that were typed in bold; as one text where there are none. */
function Marked({ text, marks }: { text: string; marks: ReadonlySet<number> }) {
  if (marks.size === 0) return text
  const parts: { marked: boolean; from: number; text: string }[] = []
  for (let at = 0; at < text.length; at++) {
    const marked = marks.has(at)
    const last = parts.at(-1)
    if (last?.marked === marked) last.text += text.charAt(at)
    else parts.push({ marked, from: at, text: text.charAt(at) })
  }
  return parts.map((part) => (part.marked ? <mark key={part.from}>{part.text}</mark> : part.text))
}
