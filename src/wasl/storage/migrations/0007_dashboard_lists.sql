-- Those that wait for another try, apart from those that wait for their first: a list of them, and
-- sending all of them again, reads nothing else. What is received at once never stands here.
CREATE INDEX deliveries_being_retried ON deliveries (application_id, event, id)
    WHERE status = 'pending' AND tries > 0;

-- Credentials in use and revoked ones are two lists, each in the order of issue.
CREATE INDEX credentials_by_use ON credentials (application_id, (revoked_at IS NOT NULL), id);
DROP INDEX credentials_by_application;

-- Forms that issue something can be sent once. Each carries a random value, which is used up in the
-- transaction that does what the form asks for.
CREATE TABLE used_forms (
    id uuid PRIMARY KEY,
    used_at timestamptz NOT NULL
);
