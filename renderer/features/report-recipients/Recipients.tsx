import { CloseButton } from '@mantine/core'
import { PersonSelect } from '../../ui/PersonSelect.tsx'

export interface Recipient {
  readonly userID: number
  readonly displayName: string
}

interface RecipientsProps {
  readonly people: readonly Recipient[]
  readonly onChange: (people: readonly Recipient[]) => void
  readonly addLabel: string
  readonly removeLabel: (name: string) => string
  /** Of the list. */
  readonly className: string | undefined
}

/** Who gets what a report comes to: each once, added by search and taken out again. */
export function Recipients({ people, onChange, addLabel, removeLabel, className }: RecipientsProps) {
  return (
    <>
      {people.length > 0 ? (
        <ul className={className}>
          {people.map(({ userID, displayName }) => (
            <li key={userID}>
              {displayName}
              <CloseButton
                size="sm"
                aria-label={removeLabel(displayName)}
                onClick={() => onChange(people.filter((one) => one.userID !== userID))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <PersonSelect
        key={people.length}
        label={addLabel}
        value={null}
        onChange={(person) => {
          if (person && !people.some(({ userID }) => userID === person.id))
            onChange([...people, { userID: person.id, displayName: person.name }])
        }}
      />
    </>
  )
}
