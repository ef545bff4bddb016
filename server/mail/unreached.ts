/** Whether the person's address of now is one from which a mail came back (spec 5 §6.1). */
export const isUnreached = (email: string | null, unreachedEmail: string | null): boolean =>
  email !== null && unreachedEmail !== null && email.toLowerCase() === unreachedEmail
