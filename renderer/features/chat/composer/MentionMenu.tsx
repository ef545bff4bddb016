import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import styles from './Composer.module.css'
import type { useMentionMenu } from './use-mention-menu.ts'

/** The members that a mention may mean, above the composer. */
export function MentionMenu({ menu }: { menu: ReturnType<typeof useMentionMenu> }) {
  if (!menu.open) return null
  return (
    <div className={styles.menu} id={menu.id} role="listbox" aria-label="People to mention">
      {menu.candidates.map((candidate, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's (aria-activedescendant)
        <div
          key={`${candidate.id}:${candidate.name}`}
          id={`${menu.id}-${index}`}
          className={styles.candidate}
          role="option"
          tabIndex={-1}
          aria-selected={index === menu.active}
          onMouseMove={() => menu.setIndex(index)}
          // The text field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => menu.pick(candidate)}
        >
          <PersonAvatar userID={candidate.id} name={candidate.name} size={24} />
          <span>{candidate.name}</span>
        </div>
      ))}
    </div>
  )
}
