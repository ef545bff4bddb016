import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { FigureCard } from '#shared/domain/dashboard.ts'
import { numberText } from '#shared/domain/locale.ts'
import { useSession } from '../../services/context.tsx'
import styles from './CardFoot.module.css'
import { targetOf, useTargets } from './targets.ts'
import { LINKS, TEXT } from './text.ts'

/**
 * The link that a card ends with: to its page, with the same filter and so the same number (spec 4 §4.1). A day’s
 * figures are no list, of which there would be a number.
 */
export function CardFoot({ card, total }: { readonly card: FigureCard; readonly total: number | null }) {
  const permissions = useSession((session) => session.permissions)
  const open = useTargets()(targetOf(card, permissions))
  if (!open || card === 'acknowledge' || card === 'pins') return null
  return (
    <UnstyledButton className={styles.foot} onClick={open}>
      <span>{LINKS[card]}</span>{' '}
      {total !== null && total > 0 && card !== 'dayFigures' ? (
        <small>{TEXT.all(numberText(total))}</small>
      ) : null}
      <IconChevronRight size={15} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  )
}
