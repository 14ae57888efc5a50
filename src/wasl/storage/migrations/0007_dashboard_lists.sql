-- Those that wait for another try, apart from those that wait for their first: a list of them, and
-- sending all of them again, reads nothing else. What is received at once never stands here.
CREATE INDEX deliveries_being_retried ON deliveries (application_id, event, id)
    WHERE status = 'pending' AND tries > 0;

-- Credentials in use and revoked ones are two lists, each in the order of issue.
CREATE INDEX credentials_by_use ON credentials (application_id, (revoked_at IS NOT NULL), id);
DROP INDEX credentials_by_application;
