/** In SQL, what is open first and what is closed last; the list is ordered so, and an index has it. */
export const BY_STATUS = `case status when 'open' then 1 when 'in-progress' then 2 when 'resolved' then 3 else 4 end`
