import { Button } from '@mantine/core'
import { IconShieldExclamation, IconUsers } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { Problem } from '../../ui/Problem.tsx'
import { keyWords } from './crypto/key-words.ts'
import type { PlacePerson, PlaceVault } from './place-store.ts'
import { PEOPLE_TEXT as TEXT } from './text.ts'
import { useWork } from './use-work.ts'
import styles from './Vault.module.css'

/** Who reads a shared vault, with the words by which two of them compare their keys. */
export function People({ vault }: { vault: PlaceVault }) {
  const { people } = useStore(vault.store)
  const { userID } = vault.keyring
  const changed = people.filter(({ keys }) => keys === 'changed')
  return (
    <>
      {changed.map((person) => (
        <Changed key={person.userID} vault={vault} person={person} />
      ))}
      <details className={styles.note}>
        <summary>
          <IconUsers size={17} aria-hidden="true" />
          {TEXT.summary(people.length, people.filter(({ keys }) => keys === 'none').length)}
        </summary>
        <p>{TEXT.lead}</p>
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.userID}>
              <strong>{person.userID === userID ? TEXT.you(person.userName) : person.userName}</strong>
              {person.fingerprint === null ? (
                <span>{TEXT.noKeys}</span>
              ) : (
                <code className={styles.words}>{keyWords(person.fingerprint)}</code>
              )}
            </li>
          ))}
        </ul>
        <p>{TEXT.notCovered}</p>
      </details>
    </>
  )
}

/** Somebody whose keys aren't those that this device knows: nothing is written for them until the words were compared. */
function Changed({ vault, person }: { vault: PlaceVault; person: PlacePerson }) {
  const work = useWork()
  const { userID, userName, fingerprint, before } = person
  return (
    <div className={styles.danger} role="alert">
      <p className={styles.dangerTitle}>
        <IconShieldExclamation size={20} aria-hidden="true" />
        <strong>{TEXT.changedTitle(userName)}</strong>
      </p>
      <p>{TEXT.changedLead(userName)}</p>
      <dl className={styles.wordPairs}>
        <div>
          <dt>{TEXT.wordsNow}</dt>
          <dd>
            <code className={styles.words}>{keyWords(fingerprint ?? '')}</code>
          </dd>
        </div>
        <div>
          <dt>{TEXT.wordsBefore}</dt>
          <dd>
            <code className={styles.words}>{keyWords(before ?? '')}</code>
          </dd>
        </div>
      </dl>
      <Problem>{work.problem}</Problem>
      <Button
        size="xs"
        variant="default"
        loading={work.busy}
        onClick={() => void work.run(() => vault.acceptPerson(userID))}
      >
        {TEXT.compared}
      </Button>
    </div>
  )
}
