import { Modal } from '@mantine/core'
import { CALL_KEYS, TALK_KEY } from '../../services/page/call-keys.ts'
import { TASK_KEYS } from '../../services/page/task-keys.ts'
import type { DialogProps } from '../dialogs/registry.ts'
import styles from './HotkeySheet.module.css'
import { HOTKEY_GROUPS, HOTKEYS, type HotkeyEntry } from './hotkeys.ts'
import { Keys } from './Keys.tsx'

/** Keys that a feature listens to itself, each of its own table. */
const OWN_TABLES = [
  ['Calls', [...CALL_KEYS, { ...TALK_KEY, id: 'talk' }]],
  ['Tasks', TASK_KEYS],
] as const

const ENTRIES: readonly HotkeyEntry[] = HOTKEYS

/** Every keyboard shortcut, from the one table that the listener goes by. */
export function HotkeySheet({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts" size={560} centered>
      <div className={styles.sheet}>
        {HOTKEY_GROUPS.map((group) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {ENTRIES.filter((entry) => entry.group === group).map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </dl>
          </section>
        ))}
        {OWN_TABLES.map(([name, keys]) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {keys.map(({ id, shown, does }) => (
                <div key={id} className={styles.row}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={shown} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}

function Row({ entry }: { entry: HotkeyEntry }) {
  return (
    <div className={styles.row}>
      <dt>
        {entry.does}
        {entry.where ? <span className={styles.where}>{entry.where}</span> : null}
      </dt>
      <dd>
        {entry.combos.map(({ shown }, index) => (
          <span key={shown.join('+')} className={styles.combo}>
            {index > 0 ? <span className={styles.or}>or</span> : null}
            <Keys keys={shown} />
          </span>
        ))}
      </dd>
    </div>
  )
}
