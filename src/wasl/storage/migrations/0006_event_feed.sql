-- What `wasl listen` reads: every event of a test application, whether or not it has a webhook
-- URL, and every test event and resend once more. Live applications have no rows here.
CREATE TABLE event_feed (
    application_id uuid NOT NULL,
    -- In the order of writing. A lower one can become visible after a higher one was read.
    written bigint GENERATED ALWAYS AS IDENTITY,
    -- In the order of reading, from 1: given to rows that are visible, by one reader at a time, so
    -- that nothing can ever appear behind a reader. Null until somebody reads.
    position bigint,
    delivery_id uuid NOT NULL,
    payment_intent_uuid uuid NOT NULL,
    event text COLLATE "C" NOT NULL
        CHECK (event IN ('payment_intent.succeeded', 'payment_intent.canceled')),
    -- The very bytes that are signed and sent.
    body bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (application_id, written)
);

CREATE INDEX event_feed_unread ON event_feed (application_id, written) WHERE position IS NULL;
CREATE UNIQUE INDEX event_feed_by_position ON event_feed (application_id, position)
    WHERE position IS NOT NULL;

CREATE FUNCTION announce_event_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('wasl_event_feed', NEW.application_id::text);
    RETURN NULL;
END
$$;

CREATE TRIGGER event_feed_announce AFTER INSERT ON event_feed
    FOR EACH ROW EXECUTE FUNCTION announce_event_feed();
