import { Button, Modal } from '@mantine/core'
import { IconNote, IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { StickyNote } from '#shared/contract/notes.ts'
import { useServices } from '../../services/context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SavedMark } from '../../ui/SavedMark.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { NoteCard } from './NoteCard.tsx'
import styles from './Notes.module.css'
import { createNotesStore, type NotesStore } from './notes-store.ts'
import { NOTES_TEXT } from './text.ts'

/** The board of sticky notes (spec 1 §2.7). */
export function NotesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const services = useServices()
  const [board] = useState(() => createNotesStore(services))
  useEffect(() => {
    if (!opened) return
    void board.load()
    return board.flush
  }, [board, opened])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<Title board={board} />}
      size={1080}
      centered
      classNames={{ title: styles.title, body: styles.body }}
    >
      <Board board={board} />
    </Modal>
  )
}

function Title({ board }: { board: NotesStore }) {
  const { phase, saving } = useStore(board.store)
  return (
    <>
      {NOTES_TEXT.title}
      {phase === 'ready' ? <SavedMark state={saving} text={NOTES_TEXT} /> : null}
    </>
  )
}

function Board({ board }: { board: NotesStore }) {
  const { phase, notes, added, deleted, problem } = useStore(board.store)
  if (phase === 'loading') return <Skeleton width="100%" height={420} />
  if (phase === 'failed') {
    return <LoadFailure title={NOTES_TEXT.failed} reason={problem} onRetry={() => void board.load()} />
  }
  return (
    <>
      <Problem>{problem}</Problem>
      <div className={styles.bar}>
        <Button size="sm" leftSection={<IconPlus size={17} />} onClick={() => void board.add()}>
          {NOTES_TEXT.add}
        </Button>
        <span className={styles.hint}>{NOTES_TEXT.hint}</span>
        <UndoLine
          said={deleted ? NOTES_TEXT.deleted : null}
          undo={NOTES_TEXT.undo}
          onUndo={() => void board.undo()}
        />
      </div>
      <ul className={styles.board} aria-label={NOTES_TEXT.title}>
        {byAge(notes).map(({ note, z }) => (
          <NoteCard key={note.id} note={note} z={z} isNew={note.id === added} board={board} />
        ))}
        {notes.length === 0 ? (
          <li className={styles.none}>
            <EmptyState icon={<IconNote size={28} stroke={1.6} />} title={NOTES_TEXT.empty} />
          </li>
        ) : null}
      </ul>
    </>
  )
}

/** The oldest first, each with its place in the pile: who drags a note on top keeps it in hand. */
function byAge(notes: readonly StickyNote[]): readonly { note: StickyNote; z: number }[] {
  return notes.map((note, z) => ({ note, z })).sort((a, b) => a.note.id - b.note.id)
}
