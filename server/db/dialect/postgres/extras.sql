-- The words of a message: without accents and capitals, letters and digits only, as SQLite's index has them.
create function "messageWords"(said text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple', regexp_replace(
    lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036F]', '', 'g') collate "und-x-icu"),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
create index "messagesByWords" on "messages" using gin ("messageWords"("text")) where "deletedAt" is null;
-- Ids count on from the highest one, as SQLite's do, also where a row came with an id of its own.
create function "countOn"() returns trigger language plpgsql as $$
declare
  highest bigint;
  is_given boolean;
begin
  execute format('select last_value, is_called from %s', tg_argv[0]) into highest, is_given;
  if new.id > highest or (new.id = highest and not is_given) then perform setval(tg_argv[0], new.id); end if;
  return new;
end
$$;
