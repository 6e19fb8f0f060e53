-- Brings an archive of version 1 to version 2.
SELECT 1;
