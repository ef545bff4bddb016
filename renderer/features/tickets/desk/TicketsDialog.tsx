import '../mantine-styles.ts'
import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { Activity, type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../../services/context.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import type { Timers } from '../../../ui/timers.ts'
import { MyTicketsView } from '../list/screens.tsx'
import { LIST_TEXT, TEXT } from '../text.ts'
import { TicketView } from '../ticket/TicketView.tsx'
import { MinimisedTickets } from './MinimisedTickets.tsx'
import { Shown } from './Shown.tsx'
import styles from './TicketsDialog.module.css'
import { useTicketsPlace } from './use-tickets-place.ts'

interface TicketsDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['tickets']
}

/** Dialogs that open over this one: Escape and the focus are theirs. */
const COVERING: ReadonlySet<string> = new Set(['raise-ticket', 'incident-form'])

/**
 * The one place for tickets over the screen: 'My support tickets' (spec 1 §2.7), a ticket in its stead, and
 * the cards of those that are minimised (spec 3 §2). What isn't shown at the moment waits as it was left:
 * its tab, its scroll position and what was typed.
 */
export function TicketsDialog({ opened, onClose, params }: TicketsDialogProps) {
  const { dialogs, timers } = useServices()
  const covered = useStore(dialogs.store, (all) =>
    all.some((other) => other.opened && COVERING.has(other.name)),
  )
  const place = useTicketsPlace(opened, onClose, params)
  const content = useRef<HTMLDivElement>(null)
  useFocusAfterCover(covered, content, timers)
  useWindowEvent('keydown', (event) => {
    if (opened && event.key === 'Escape' && !event.defaultPrevented && isIn(content.current, event.target))
      place.stepBack()
  })
  const cards = (
    <MinimisedTickets
      within={opened ? 'dialog' : 'page'}
      ticketIDs={place.cards}
      onOpen={(id) => dialogs.open('tickets', { ticketID: id })}
      onDismiss={place.dismiss}
    />
  )
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={place.close}
        keepMounted
        classNames={{ inner: styles.inner ?? '' }}
        zIndex={210}
        closeOnEscape={false}
        trapFocus={!covered}
        size={1320}
        transitionProps={{ duration: 90, exitDuration: 0 }}
        padding={0}
      >
        <Modal.Overlay />
        <Modal.Content
          ref={content}
          className={styles.content ?? ''}
          aria-label={typeof place.shown === 'number' ? TEXT.ticket(place.shown) : LIST_TEXT.myTickets}
        >
          <Modal.Body className={styles.body ?? ''}>
            {place.listed ? (
              <Activity mode={place.shown === 'list' ? 'visible' : 'hidden'}>
                <Shown resumes>
                  <MyTicketsView onClose={place.close} />
                </Shown>
              </Activity>
            ) : null}
            {place.tickets.map((id) => (
              <Activity key={id} mode={place.shown === id ? 'visible' : 'hidden'}>
                <Shown>
                  <TicketView ticketID={id} window={place.window} />
                </Shown>
              </Activity>
            ))}
            {opened ? cards : null}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {opened ? null : cards}
    </>
  )
}

/**
 * Gives the focus back to what opened a dialog over this one. A moment before, the focus trap has put it on the
 * heading.
 */
function useFocusAfterCover(covered: boolean, content: RefObject<HTMLElement | null>, timers: Timers): void {
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const { activeElement } = document
    if (covered) {
      const isHere = activeElement instanceof HTMLElement && content.current?.contains(activeElement)
      opener.current = isHere ? activeElement : null
      return
    }
    const back = opener.current
    opener.current = null
    return back ? timers.after(0, () => back.focus({ preventScroll: true })) : undefined
  }, [covered, content, timers])
}

/** Whether a key was for this dialog: a dialog that it opened is elsewhere in the page, and closes alone. */
function isIn(content: HTMLElement | null, target: EventTarget | null): boolean {
  if (content === null || !(target instanceof Node)) return false
  // Nothing has the focus: the key is for whatever dialog is on top.
  if (target === document.body)
    return [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === content
  return content.contains(target)
}
